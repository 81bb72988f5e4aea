// One view of a scene. It draws what the scene says, sends what the reader does, and knows no rules.

const PARTS = ["head", "form", "top", "table", "bottom", "said", "actions", "controls", "graph", "bars", "side"];
const ACTING = new Set(["end", "draw", "pass", "undo"]);
const ANSWERED_AT_ONCE = new Set(["choose", "unchoose", "tab", "cell"]); // the view itself answers these
const PATIENCE_MS = 8000;

function isDark() {
  const theme = document.body.dataset.jpThemeLight;
  if (theme !== undefined) return theme === "false";
  if (document.body.classList.contains("vscode-dark") || document.documentElement.getAttribute("theme") === "dark") return true;
  return window.matchMedia("(prefers-color-scheme: dark)").matches;
}

function render({ model, el }) {
  const root = html("div", { class: "dominolab", role: "group", tabindex: -1 });
  const box = Object.fromEntries(PARTS.map((name) => [name, html("div", { class: `dl-part dl-${name}` })]));
  box.said.setAttribute("role", "status");
  box.said.setAttribute("aria-live", "polite");
  const main = html("div", { class: "dl-main" }, box.top, box.table, box.bottom, box.said, box.actions, box.controls);
  root.append(box.head, box.form, html("div", { class: "dl-columns" }, main, html("div", { class: "dl-beside" }, box.bars, box.side)), box.graph);
  el.append(root);

  let scene = model.get("scene") ?? {};
  let chosen = null; // key of the tile taken up
  let sent = null; // serial of the position for which an action is under way
  let open = null; // the open panel
  let room = 0;
  let dragging = false;
  const drawn = {}; // what each part was last drawn from
  const lastFocus = {}; // by kind of item: where the tab key comes back to

  let patience = null;

  /** Tell Python. A saved board whose Python has gone must say so, not just do nothing. */
  function send(kind, more = {}) {
    model.send({ kind, serial: scene.serial, ...more });
    if (ANSWERED_AT_ONCE.has(kind)) return;
    clearTimeout(patience);
    patience = setTimeout(() => {
      say(scene.words.silent, "error");
      sent = null;
    }, PATIENCE_MS);
  }

  function say(text, tone = "info") {
    // A sentence said twice must change to be read aloud twice.
    box.said.textContent = text === box.said.textContent && text ? `${text}\u00a0` : text;
    box.said.dataset.tone = tone;
  }

  /** Send what changes the position, once for each position. */
  function act(kind, more) {
    if (ACTING.has(kind) && sent === scene.serial) return say(scene.words.sent);
    if (ACTING.has(kind)) sent = scene.serial;
    return send(kind, more);
  }

  function press(button) {
    if (!button.enabled) return say(button.reason ?? "", "error");
    if (button.copy !== undefined) navigator.clipboard?.writeText(button.copy).catch(() => {}); // it is shown as well
    return act(button.kind, button.value === undefined ? {} : { value: button.value });
  }

  const allTiles = () => (scene.hands ?? []).flatMap((hand) => hand.tiles);
  const ghostsOf = (key) => (key === null ? [] : (scene.ghosts ?? []).filter((ghost) => ghost.tile === key));
  const focusOn = (name) => root.querySelector(`[data-focus="${CSS.escape(name)}"]`)?.focus();

  const lay = (tile, end) => act("end", { tile, end });

  function choose(tile, byKey) {
    chosen = tile.key;
    drawAll();
    say(tile.chosen ?? tile.label);
    send("choose", { tile: tile.key });
    const [first] = ghostsOf(chosen);
    if (byKey && first) focusOn(`end:${first.end}`);
  }

  function putBack() {
    if (chosen === null) return;
    const back = chosen;
    const fromEnd = root.getRootNode().activeElement?.closest?.("[data-end]");
    chosen = null;
    drawAll();
    if (fromEnd) focusOn(`tile:${back}`);
    say(scene.message ?? "", scene.tone);
    send("unchoose");
  }

  /** A tile was clicked, tapped, or pressed by key. Pressed again it is laid, if there is only one end for it. */
  function take(tile, byKey) {
    if (dragging) return;
    if (!tile.playable) {
      if (chosen !== null) { chosen = null; drawAll(); }
      say(tile.reason ?? tile.label, "error");
      send("choose", { tile: tile.key });
      return;
    }
    const ghosts = ghostsOf(tile.key);
    if (tile.key !== chosen) choose(tile, byKey);
    else if (ghosts.length === 1) lay(tile.key, ghosts[0].end);
    else {
      say(tile.chosen ?? tile.label);
      if (byKey && ghosts.length) focusOn(`end:${ghosts[0].end}`);
    }
  }

  function drag(tile) {
    dragging = true;
    root.classList.add("dl-dragging");
    if (tile.key !== chosen) choose(tile, false);
  }

  /** The nearest end within reach of where the tile was let go. */
  function drop(tile, x, y) {
    setTimeout(() => { dragging = false; root.classList.remove("dl-dragging"); }); // the click that follows is part of the drag
    const reach = [...root.querySelectorAll(".dl-ghost")].map((ghost) => {
      const place = ghost.querySelector(".dl-target").getBoundingClientRect();
      const [right, down] = [x - (place.left + place.right) / 2, y - (place.top + place.bottom) / 2];
      const inside = Math.abs(right) < place.width / 2 + 24 && Math.abs(down) < place.height / 2 + 24;
      return { end: ghost.dataset.end, far: inside ? Math.hypot(right, down) : Infinity };
    }).sort((one, other) => one.far - other.far)[0];
    if (reach && reach.far < Infinity) lay(tile.key, reach.end);
  }

  const context = {
    root, take, drag, drop, unit: HAND_UNIT,
    get chosen() { return chosen; },
    current: (keys) => (keys.includes(lastFocus.tile) ? lastFocus.tile : keys[0]),
  };

  /** Draw a part again only if what it is drawn from has changed; returns whether it was. */
  function part(name, data, build) {
    const key = data === undefined || data === null ? "" : JSON.stringify([scene.language, data]);
    if (drawn[name] === key) return false;
    drawn[name] = key;
    box[name].hidden = !key;
    box[name].replaceChildren(...(key ? [build()].flat().filter(Boolean) : []));
    return true;
  }

  const controls = makeControls(send);

  function drawAll() {
    const active = root.getRootNode().activeElement;
    const held = active && root.contains(active) ? active.dataset?.focus ?? active.getAttribute("data-focus") : null;
    if (room === 0) return;
    if (held) active.redrawing = true;
    const { words, projector } = scene;
    const wide = room >= 860 && box.side.dataset.any === "yes" && hasMain();
    const mainRoom = wide ? Math.floor((room - 52) * 0.6) : room - 34;
    context.unit = projector ? 54 : room < 480 ? 30 : HAND_UNIT;
    const hands = scene.hands || scene.boneyard ? [scene.hands, scene.boneyard, context.unit] : null;
    part("head", scene.title || scene.toolbar ? [scene.title, scene.subtitle, scene.toolbar] : null, () => [
      scene.title ? html("div", { class: "dl-title" }, html("b", null, scene.title), scene.subtitle ? html("span", null, scene.subtitle) : null) : null,
      scene.toolbar ? html("div", { class: "dl-row", role: "group", "aria-label": words.views }, scene.toolbar.map((button) => drawButton(button, press))) : null,
    ]);
    part("form", scene.form, () => drawForm(scene.form, send, press));
    part("top", hands, () => drawSeats(scene, "top", context));
    part("bottom", hands, () => drawSeats(scene, "bottom", context));
    const scrolled = box.table.firstChild?.scrollLeft ?? 0;
    const again = part("table", scene.table && [scene.table, ghostsOf(chosen), mainRoom, projector], () =>
      drawTable(scene.table, ghostsOf(chosen), words, mainRoom, projector, lay, putBack));
    if (again) scrollTable(box.table.firstChild, scrolled);
    part("actions", scene.actions, () => drawActions(scene.actions, words.actions, press));
    part("graph", scene.graph && [scene.graph, room], () => drawGraph(scene.graph, room - 34, send));
    const besideRoom = wide ? room - 52 - mainRoom : room - 34;
    part("bars", scene.bars || scene.progress ? [scene.bars, scene.progress, besideRoom] : null, () => [
      scene.progress ? drawProgress(scene.progress) : null, scene.bars ? drawBars(scene.bars, besideRoom) : null,
    ]);
    part("side", scene.moves || scene.holdings || scene.why ? [scene.moves, scene.holdings, scene.why, open] : null, () =>
      drawPanels(scene, open, send, (name) => { open = name; drawAll(); focusOn(`tab:${name}`); send("tab", { value: name }); }));
    box.controls.hidden = !scene.controls;
    if (scene.controls) {
      if (!box.controls.firstChild) box.controls.append(controls.element);
      controls.update(scene.controls, words, press);
    } else controls.stop();
    markChosen();
    if (held && root.getRootNode().activeElement !== active) restoreFocus(held, active);
    if (held) active.redrawing = false;
  }

  /** Choosing changes marks on the tiles, not the tiles, so that a finger on one keeps it. */
  function markChosen() {
    for (const button of root.querySelectorAll("[data-tile].dl-legal")) {
      button.classList.toggle("dl-chosen", button.dataset.tile === chosen);
      button.setAttribute("aria-pressed", String(button.dataset.tile === chosen));
    }
  }

  /** The same thing again; if it is gone, the hand; if that is empty, the first thing that can be done. */
  function restoreFocus(name, before) {
    const same = root.querySelector(`[data-focus="${CSS.escape(name)}"]`);
    const next = same ?? root.querySelector("[data-tile][tabindex='0']") ??
      root.querySelector(".dl-actions button:not([aria-disabled])") ?? root.querySelector("button") ?? root;
    if (before.tagName === "TEXTAREA") {
      // A sentence that was being written goes on, or is sent if its field has gone.
      if (!same) commitComment(before, send);
      else if (before.value !== before.committed) {
        same.value = before.value;
        same.setSelectionRange(before.selectionStart, before.selectionEnd);
      }
    }
    next.focus();
  }

  function changed() {
    scene = model.get("scene") ?? {};
    sent = null; // answered, or refused
    clearTimeout(patience);
    const tile = allTiles().find((other) => other.key === (scene.chosen ?? null));
    chosen = tile?.playable ? tile.key : null;
    open ??= scene.panel ?? null;
    root.lang = scene.language ?? "";
    root.dataset.serial = scene.serial ?? 0;
    root.setAttribute("aria-label", scene.title ?? scene.words?.table ?? "");
    root.classList.toggle("dl-projector", Boolean(scene.projector));
    box.side.dataset.any = scene.moves || scene.holdings || scene.why || scene.bars ? "yes" : "no";
    measure();
    drawAll();
    say(scene.message ?? "", scene.tone);
  }

  const hasMain = () => Boolean(scene.table || scene.hands);

  function measure() {
    const width = Math.floor(root.clientWidth);
    if (width) room = width;
    root.classList.toggle("dl-wide", room >= 860 && box.side.dataset.any === "yes" && hasMain());
    root.classList.toggle("dl-narrow", room < 480);
    root.classList.toggle("dl-dark", isDark());
  }

  // ---- keyboard

  function moveIn(group, item, key) {
    const items = [...group.querySelectorAll("[data-focus]")];
    const at = items.indexOf(item);
    let next = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: items.length - 1 }[key];
    if (group.dataset.roving === "grid") {
      const [, place, name] = item.dataset.focus.split(":");
      const [high, low] = name.split("-").map(Number);
      const move = { ArrowRight: [0, 1], ArrowLeft: [0, -1], ArrowUp: [-1, 0], ArrowDown: [1, 0] }[key];
      if (move) next = items.findIndex((other) => other.dataset.focus === `cell:${place}:${high + move[0]}-${low + move[1]}`);
      if (next === -1) return true;
    } else if (next === undefined) return false;
    else next = (next + items.length) % items.length;
    items.forEach((other, index) => other.setAttribute("tabindex", index === next ? "0" : "-1"));
    items[next].focus();
    return true;
  }

  function onKey(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || event.key === "Tab") return;
    if (event.shiftKey && event.key === "Enter") return; // runs the cell
    const { target, key } = event;
    event.stopPropagation(); // the notebook has its own meaning for letters and arrows
    if (target.matches("input, textarea, select")) {
      // Enter in a field is the form's main button, once the browser has told of the new value.
      const main = key === "Enter" && target.matches("input") && scene.form?.buttons?.find((other) => other.strong);
      if (main) setTimeout(() => press(main));
      return;
    }
    const item = target.closest("[data-focus]");
    const group = target.closest("[data-roving]");
    const handled = () => event.preventDefault();
    if (key === "Escape") { putBack(); return handled(); }
    if ((key === "Enter" || key === " ") && item && item.tagName !== "BUTTON") { item.dispatchEvent(new MouseEvent("click", { bubbles: true })); return handled(); }
    if (item && group && /^(Arrow|Home|End)/.test(key)) {
      if (moveIn(group, item, key)) return handled();
      const ghosts = ghostsOf(chosen);
      if (key === "ArrowUp" && item.dataset.tile && ghosts.length) { focusOn(`end:${ghosts[0].end}`); return handled(); }
      if (key === "ArrowDown" && item.dataset.end) { focusOn(`tile:${chosen}`); return handled(); }
    }
    const buttons = [...(scene.actions ?? []), ...(scene.controls?.extra ?? []), ...(scene.toolbar ?? [])];
    const button = buttons.find((other) => other.key === key);
    if (button) { if (!event.repeat) press(button); return handled(); }
    return undefined;
  }

  const onFocus = (event) => {
    const tile = event.target.dataset?.tile;
    if (tile) lastFocus.tile = tile;
  };
  const stop = (event) => event.stopPropagation(); // a double click on the picture is not the notebook's

  root.addEventListener("keydown", onKey);
  root.addEventListener("focusin", onFocus);
  root.addEventListener("dblclick", stop);
  const watchTheme = new MutationObserver(measure);
  watchTheme.observe(document.body, { attributes: true, attributeFilter: ["data-jp-theme-light", "class"] });
  const scheme = window.matchMedia("(prefers-color-scheme: dark)");
  scheme.addEventListener("change", measure);
  let frame = 0;
  let held = false; // a button of the mouse, or a finger, is down
  const resized = () => {
    cancelAnimationFrame(frame);
    // What is pressed must not be replaced before it is let go: the click would be lost.
    frame = requestAnimationFrame(() => (held ? resized() : (measure(), drawAll())));
  };
  const watchSize = new ResizeObserver(resized);
  watchSize.observe(root);
  const hold = () => { held = true; };
  const letGo = () => setTimeout(() => { held = false; });
  root.addEventListener("pointerdown", hold);
  window.addEventListener("pointerup", letGo);
  window.addEventListener("pointercancel", letGo);
  model.on("change:scene", changed);
  changed();

  return () => {
    model.off("change:scene", changed);
    clearTimeout(patience);
    controls.stop();
    watchTheme.disconnect();
    watchSize.disconnect();
    window.removeEventListener("pointerup", letGo);
    window.removeEventListener("pointercancel", letGo);
    cancelAnimationFrame(frame);
    scheme.removeEventListener("change", measure);
    root.remove();
  };
}

export default { render };
