// Playback controls and the win-probability line.

const STEP_MS = 1200;

/** The controls are built once and then only filled in, so that the slider is never replaced under a finger. */
function makeControls(send) {
  let controls = null;
  let words = {};
  let timer = null;
  const step = (kind, sign, name) => html("button", {
    type: "button", class: "dl-button dl-step", "data-focus": `step:${kind}`, onclick: () => { if (kind !== "play") stop(); press(kind); },
  }, html("span", { "aria-hidden": "true" }, sign));
  const buttons = { first: step("first", "|◀"), back: step("back", "◀"), play: step("play", "▶▶"), next: step("next", "▶"), last: step("last", "▶|") };
  const slider = html("input", { type: "range", min: 0, step: 1, "data-focus": "slider" });
  const label = html("span", { class: "dl-step-label" });
  const extra = html("span", { class: "dl-row" });
  const element = html("div", { class: "dl-controls", role: "group" },
    html("span", { class: "dl-row" }, Object.values(buttons)), slider, label, extra);

  const atEnd = (kind) => (kind === "first" || kind === "back" ? controls.index <= 0 : controls.index >= controls.count);
  function stop() {
    clearInterval(timer);
    timer = null;
    if (controls) name();
  }
  function press(kind) {
    if (kind === "play") {
      if (timer) return stop();
      if (controls.index >= controls.count) send("first");
      else send("next");
      timer = setInterval(() => (controls.index >= controls.count ? stop() : send("next")), STEP_MS);
      return name();
    }
    if (!atEnd(kind)) send(kind);
  }
  function name() {
    for (const [kind, button] of Object.entries(buttons)) {
      const word = kind === "play" && timer ? words.pause : words[kind];
      button.setAttribute("aria-label", word ?? kind);
      button.title = word ?? kind;
      if (kind !== "play") button.setAttribute("aria-disabled", String(atEnd(kind)));
    }
    buttons.play.firstElementChild.textContent = timer ? "❚❚" : "▶▶";
  }
  let wanted = null;
  slider.addEventListener("input", () => {
    stop();
    wanted = Number(slider.value);
    send("scrub", { index: wanted });
  });
  return {
    element,
    stop,
    isPlaying: () => timer !== null,
    update(next, nextWords, press2) {
      controls = next;
      words = nextWords;
      slider.max = controls.count;
      // While a finger drags the slider, answers to earlier places must not pull it back.
      if (wanted === null || wanted === controls.index || !slider.matches(":active")) { slider.value = controls.index; wanted = null; }
      slider.setAttribute("aria-label", words.position);
      slider.setAttribute("aria-valuetext", controls.label);
      label.textContent = controls.label;
      extra.replaceChildren(...(controls.extra ?? []).map((button) => drawButton(button, press2)));
      if (timer && controls.index >= controls.count) stop();
      name();
    },
  };
}

function drawGraph(graph, room, send, tell) {
  const [width, height] = [Math.max(280, room), 132];
  const [left, right, top, bottom] = [48, 20, 26, 26];
  const last = Math.max(1, graph.points.length - 1);
  const x = (index) => left + ((width - left - right) * index) / last;
  const y = (value) => top + (height - top - bottom) * (1 - value);
  const path = graph.points.map((point, index) => `${index ? "L" : "M"}${x(index).toFixed(1)} ${y(point.value).toFixed(1)}`).join("");
  const current = graph.points.findIndex((point) => point.current);
  const text = (className, at, down, words, anchor = "start") =>
    svg("text", { class: className, x: at, y: down, "font-size": 12, "text-anchor": anchor }, words);
  const rule = (value) => svg("line", { class: "dl-rule", x1: left, x2: width - right, y1: y(value), y2: y(value) });
  const dense = (width - left - right) / last < 16;
  return svg("svg", { class: dense ? "dl-graph dl-dense" : "dl-graph", width: "100%", height, viewBox: `0 0 ${width} ${height}`, role: "group", "aria-label": graph.label },
    svg("g", { "aria-hidden": "true" },
      rule(1), rule(0.5), rule(0),
      text("dl-axis", left, top - 10, graph.top), text("dl-axis", left, height - 8, graph.bottom),
      [1, 0.5, 0].map((value) => text("dl-axis", left - 6, y(value) + 4, `${100 * value} %`, "end")),
      current < 0 ? [] : [svg("line", { class: "dl-now", x1: x(current), x2: x(current), y1: top - 6, y2: height - bottom + 6 })],
      svg("path", { class: "dl-curve", d: path })),
    svg("g", { "data-roving": "row" }, graph.points.map((point, index) => {
      return svg("g", {
        class: "dl-point" + (point.bad ? " dl-bad" : "") + (point.current ? " dl-current" : ""), role: "button",
        tabindex: index === Math.max(current, 0) ? 0 : -1, "aria-label": point.label, "aria-current": point.current ? "step" : null,
        "data-focus": `point:${point.id}`, onclick: () => send("goto", { id: point.id }),
      },
        svg("title", null, point.label),
        svg("rect", { class: "dl-hit", x: x(index) - Math.max(12, (width - left - right) / last / 2), y: top - 8, width: Math.max(24, (width - left - right) / last), height: height - top - bottom + 16 }),
        point.bad
          ? svg("path", { class: "dl-dot", d: `M${x(index)} ${y(point.value) - 6}l6 6l-6 6l-6 -6z` })
          : svg("circle", { class: "dl-dot", cx: x(index), cy: y(point.value), r: point.current ? 5 : 3 }));
    })),
    // Written last, so that no point covers a glyph.
    svg("g", { "aria-hidden": "true", "pointer-events": "none" }, graph.points.map((point, index) => {
      if (!point.glyph) return null;
      const anchor = index > 0.8 * last ? "end" : index < 0.1 * last ? "start" : "middle";
      return text("dl-glyph", x(index), y(point.value) + (y(point.value) > height / 2 ? -10 : 20), point.glyph, anchor);
    })));
}
