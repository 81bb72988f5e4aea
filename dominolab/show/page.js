"use strict";
// Steps through the recorded rounds of this page. All pictures and texts are already in it, escaped; nothing is fetched.
// A picture is a list of numbers of parts, which the pictures of all rounds share.
const { parts, rounds } = JSON.parse(document.getElementById("rounds").textContent);

document.querySelectorAll(".round").forEach((section, number) => {
  const round = rounds[number];
  const stage = section.querySelector(".stage");
  const said = section.querySelector(".said");
  const slider = section.querySelector("input");
  const now = section.querySelector(".now");
  const buttons = new Map([...section.querySelectorAll(".moves button")].map((b) => [Number(b.dataset.step), b]));
  let step = 0;

  // The line of play that the slider runs along: from the start through this step, then on by the main continuation.
  function path(from) {
    const found = [];
    for (let at = from; at !== null; at = round.steps[at].before) found.unshift(at);
    for (let at = round.steps[from].next; at !== null; at = round.steps[at].next) found.push(at);
    return found;
  }

  function show(to, speak = true) {
    step = to;
    const along = path(step);
    stage.innerHTML = round.steps[step].svg.map((part) => parts[part]).join("");
    if (speak) said.textContent = round.steps[step].said;
    slider.max = String(along.length - 1);
    slider.value = String(along.indexOf(step));
    slider.setAttribute("aria-valuetext", round.steps[step].said);
    for (const [id, button] of buttons) {
      if (id === step) {
        button.setAttribute("aria-current", "step");
        const list = button.closest(".moves");
        if (button.offsetTop < list.scrollTop || button.offsetTop > list.scrollTop + list.clientHeight - 40) {
          list.scrollTop = button.offsetTop - list.clientHeight / 2;
        }
      } else button.removeAttribute("aria-current");
    }
    if (now) {
      const x = round.left + round.width * (along.indexOf(step) / Math.max(1, round.main));
      now.setAttribute("x1", String(x));
      now.setAttribute("x2", String(x));
    }
  }

  const go = {
    first: () => show(path(step)[0]),
    back: () => show(round.steps[step].before ?? step),
    next: () => show(round.steps[step].next ?? step),
    last: () => show(path(step).at(-1)),
  };
  section.querySelectorAll(".controls button").forEach((b) => b.addEventListener("click", go[b.dataset.go]));
  slider.addEventListener("input", () => show(path(step)[Number(slider.value)]));
  for (const [id, button] of buttons) button.addEventListener("click", () => show(id));
  section.addEventListener("keydown", (event) => {
    const wanted = { ArrowLeft: go.back, ArrowRight: go.next, Home: go.first, End: go.last }[event.key];
    if (!wanted || event.target === slider) return;
    event.preventDefault();
    wanted();
  });
  const graph = section.querySelector(".graph");
  if (graph) {
    graph.addEventListener("click", (event) => {
      const box = graph.getBoundingClientRect();
      const x = ((event.clientX - box.left) / box.width) * graph.viewBox.baseVal.width;
      const share = Math.min(1, Math.max(0, (x - round.left) / round.width));
      show(path(0)[Math.round(share * round.main)]);
    });
  }
  show(0, false);
});
