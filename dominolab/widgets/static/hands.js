// Hands, boneyard and the buttons of the table; taking tiles up by click, key, tap or drag.

const HAND_UNIT = 34;

function drawHandTile(tile, context, tabbable) {
  const { unit, chosen } = context;
  const face = svg("svg", {
    width: unit + 4, height: 2 * unit + 4, viewBox: `${-unit / 2 - 2} ${-unit - 2} ${unit + 4} ${2 * unit + 4}`, "aria-hidden": "true",
  }, drawFace(tile.pair, true, unit));
  if (tile.playable === null || tile.playable === undefined) {
    return html("span", { class: "dl-shown", role: "img", "aria-label": tile.label }, face);
  }
  const classes = ["dl-choice", tile.playable ? "dl-legal" : "dl-not", tile.key === chosen && "dl-chosen", tile.new && "dl-new"];
  const button = html("button", {
    type: "button", class: classes.filter(Boolean).join(" "), tabindex: tabbable ? 0 : -1,
    "data-focus": `tile:${tile.key}`, "data-tile": tile.key, "aria-label": tile.label,
    "aria-disabled": tile.playable ? null : "true", "aria-pressed": tile.playable ? String(tile.key === chosen) : null,
    onclick: (event) => context.take(tile, event.detail === 0),
  }, face);
  if (tile.playable) makeDraggable(button, tile, context);
  return button;
}

/** Drag a tile onto an end. A drag that ends elsewhere leaves the tile chosen. */
function makeDraggable(button, tile, context) {
  button.addEventListener("pointerdown", (down) => {
    if (down.button !== 0) return;
    let floating = null;
    const move = (event) => {
      if (event.pointerId !== down.pointerId) return;
      const [right, below] = [event.clientX - down.clientX, event.clientY - down.clientY];
      if (!floating) {
        if (Math.hypot(right, below) < 8) return;
        floating = button.firstElementChild.cloneNode(true);
        floating.classList.add("dl-dragged");
        context.root.append(floating);
        context.drag(tile);
      }
      const home = context.root.getBoundingClientRect();
      floating.style.transform = `translate(${event.clientX - home.left}px, ${event.clientY - home.top}px) translate(-50%, -50%)`;
    };
    const finish = (event) => {
      if (event.pointerId !== down.pointerId) return;
      window.removeEventListener("pointermove", move);
      window.removeEventListener("pointerup", finish);
      window.removeEventListener("pointercancel", finish);
      floating?.remove();
      if (floating && event.type === "pointerup") context.drop(tile, event.clientX, event.clientY);
    };
    window.addEventListener("pointermove", move);
    window.addEventListener("pointerup", finish);
    window.addEventListener("pointercancel", finish);
  });
}

function drawHand(hand, context) {
  const live = hand.tiles.some((tile) => tile.playable === true || tile.playable === false);
  const current = context.current(hand.tiles.map((tile) => tile.key));
  const tiles = hand.tiles.map((tile) => drawHandTile(tile, context, tile.key === current));
  return html("div", { class: "dl-hand" + (hand.turn ? " dl-turn" : ""), "data-seat": hand.seat },
    html("div", { class: "dl-name" }, html("b", null, hand.name), hand.note ? html("span", null, hand.note) : null),
    html("div", {
      class: "dl-tiles", role: live ? "toolbar" : "group", "aria-label": hand.label, "data-roving": live ? "row" : null,
    },
      tiles,
      hand.hidden ? html("span", { class: "dl-shown", role: "img", "aria-label": hand.hidden_label ?? String(hand.hidden) },
        drawBacks(hand.hidden, context.unit * 0.6)) : null),
  );
}

function drawBoneyard(boneyard, unit) {
  return html("div", { class: "dl-hand dl-boneyard" },
    html("div", { class: "dl-name" }, html("b", null, boneyard.label), html("span", null, boneyard.note)),
    html("div", { class: "dl-tiles", role: "img", "aria-label": `${boneyard.label}: ${boneyard.note}` },
      drawBacks(boneyard.count, unit * 0.6)));
}

/** The seats that sit at `place`; the boneyard sits above the table. */
function drawSeats(scene, place, context) {
  const hands = (scene.hands ?? []).filter((hand) => (hand.place === "bottom") === (place === "bottom"));
  const parts = hands.map((hand) => drawHand(hand, context));
  if (place === "top" && scene.boneyard) parts.push(drawBoneyard(scene.boneyard, context.unit));
  return html("div", { class: `dl-seats dl-seats-${place}` }, parts);
}

function drawActions(buttons, label, press) {
  return html("div", { class: "dl-actions", role: "group", "aria-label": label }, buttons.map((button) => drawButton(button, press)));
}
