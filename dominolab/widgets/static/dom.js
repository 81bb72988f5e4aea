// Elements and domino tiles. The parts of static/ are joined into one ES module, in the order that board.py lists.

const SVG_SPACE = "http://www.w3.org/2000/svg";

function dress(node, attributes, children) {
  for (const [name, value] of Object.entries(attributes ?? {})) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
    else node.setAttribute(name, value === true ? "" : String(value));
  }
  node.append(...children.flat().filter((child) => child !== null && child !== undefined && child !== false));
  return node;
}

/** An HTML element; strings among the children become text, never markup. */
const html = (tag, attributes, ...children) => dress(document.createElement(tag), attributes, children);

/** An SVG element. */
const svg = (tag, attributes, ...children) => dress(document.createElementNS(SVG_SPACE, tag), attributes, children);

// Pips in a half tile, as (column, row) from -1 to 1, for a tile that stands upright.
const PIPS = [
  [],
  [[0, 0]],
  [[-1, -1], [1, 1]],
  [[-1, -1], [0, 0], [1, 1]],
  [[-1, -1], [1, -1], [-1, 1], [1, 1]],
  [[-1, -1], [1, -1], [0, 0], [-1, 1], [1, 1]],
  [[-1, -1], [1, -1], [-1, 0], [1, 0], [-1, 1], [1, 1]],
  [[-1, -1], [1, -1], [-1, 0], [0, 0], [1, 0], [-1, 1], [1, 1]],
  [[-1, -1], [0, -1], [1, -1], [-1, 0], [1, 0], [-1, 1], [0, 1], [1, 1]],
  [[-1, -1], [0, -1], [1, -1], [-1, 0], [0, 0], [1, 0], [-1, 1], [0, 1], [1, 1]],
];

function drawHalf(number, x, y, vertical, unit) {
  if (number < 0) return [];
  if (number > 9) {
    const size = Math.max(12, 0.55 * unit);
    return [svg("text", { class: "dl-numeral", x, y, "font-size": size, dy: size * 0.36 }, String(number))];
  }
  return PIPS[number].map(([column, row]) => {
    const [right, down] = vertical ? [column, row] : [-row, column];
    return svg("circle", { class: "dl-pip", cx: x + right * 0.27 * unit, cy: y + down * 0.27 * unit, r: 0.09 * unit });
  });
}

/** A tile face up with its middle at (0, 0); `unit` is half its length in px. */
function drawFace([first, second], vertical, unit) {
  const inset = 0.025 * unit;
  const [across, along] = vertical ? [unit / 2, unit] : [unit, unit / 2];
  const bar = vertical
    ? { x1: -0.36 * unit, x2: 0.36 * unit, y1: 0, y2: 0 }
    : { x1: 0, x2: 0, y1: -0.36 * unit, y2: 0.36 * unit };
  const [x, y] = vertical ? [0, unit / 2] : [unit / 2, 0];
  return [
    svg("rect", {
      class: "dl-face", x: inset - across, y: inset - along, rx: 0.15 * unit,
      width: 2 * (across - inset), height: 2 * (along - inset),
    }),
    svg("line", { class: "dl-bar", ...bar }),
    ...drawHalf(first, -x, -y, vertical, unit),
    ...drawHalf(second, x, y, vertical, unit),
  ];
}

/** Tiles face down, overlapping; never more than `most` are drawn, the number is written beside them. */
function drawBacks(count, unit, most = 14) {
  const shown = Math.min(count, most);
  const step = 0.45 * unit;
  const width = shown ? unit + (shown - 1) * step : 0;
  const backs = Array.from({ length: shown }, (_, index) =>
    svg("rect", { class: "dl-back", x: index * step + 1, y: 1, rx: 0.15 * unit, width: unit - 2, height: 2 * unit - 2 }),
  );
  return svg("svg", { class: "dl-backs", width, height: 2 * unit, viewBox: `0 0 ${width} ${2 * unit}`, "aria-hidden": "true" }, backs);
}

/** A button that can always be reached and pressed, so that it can say why it does nothing. */
function drawButton(button, press, extra = {}) {
  return html("button", {
    type: "button",
    class: "dl-button" + (button.strong && button.enabled ? " dl-strong" : ""),
    "data-focus": `button:${button.kind}:${button.value ?? ""}`,
    "aria-disabled": button.enabled ? null : "true",
    "aria-pressed": button.pressed === undefined ? null : String(button.pressed),
    "aria-keyshortcuts": button.key ?? null,
    title: button.enabled ? null : (button.reason ?? null),
    onclick: () => press(button),
    ...extra,
  }, button.label, button.key ? html("kbd", { "aria-hidden": "true" }, button.key) : null);
}
