// The line on the table, its open ends, and the ghosts of the tile taken up.

/** The unit in px for a table so many units wide in so much room. */
function tableUnit(units, room, projector) {
  const largest = projector ? 64 : 38;
  return Math.max(18, Math.min(largest, Math.floor((2 * room) / units) / 2));
}

/** The label of an open place. Where it is wider than the place it moves away from the tile beside it. */
function drawLabel(text, place, table, unit, className) {
  const { tiles, frame } = table;
  const size = Math.max(13, 0.36 * unit);
  const half = 0.29 * size * text.length + 2;
  const far = (tile) => Math.hypot(tile.x - place.x, tile.y - place.y);
  const beside = place.vertical ? null : tiles.reduce((best, tile) => (best && far(best) <= far(tile) ? best : tile), null);
  const away = beside && Math.abs(beside.x - place.x) > 1 ? Math.sign(place.x - beside.x) * Math.max(0, half - unit) : 0;
  // Near the sides the text moves inwards, so that it never leaves the picture.
  const left = frame[0] * unit + half;
  const right = (frame[0] + frame[2]) * unit - half;
  const middle = Math.max(left, Math.min(right, place.label_x * unit + away));
  return svg("text", { class: className, x: middle, y: place.label_y * unit, dy: 0.35 * size, "font-size": size }, text);
}

function drawPlaced(tile, unit) {
  const classes = ["dl-tile", tile.last && "dl-last", tile.lit && "dl-lit"].filter(Boolean).join(" ");
  const group = svg("g", { class: classes, transform: `translate(${tile.x * unit} ${tile.y * unit})` },
    svg("title", null, tile.label), drawFace(tile.pair, tile.vertical, unit));
  const [across, along] = tile.vertical ? [unit / 2, unit] : [unit, unit / 2];
  if (tile.last) {
    // The shape cue beside the colour: a corner of the last tile is folded.
    const size = 0.28 * unit;
    group.append(svg("path", { class: "dl-fold", d: `M${across - size - 1} ${1 - along}h${size}v${size}z` }));
  }
  if (tile.spinner) {
    const size = 0.2 * unit;
    group.append(svg("path", { class: "dl-spinner", d: `M0 ${-size}L${size} 0L0 ${size}L${-size} 0z` }));
  }
  return group;
}

function drawPlace(place, unit, className) {
  const [across, along] = place.vertical ? [unit / 2, unit] : [unit, unit / 2];
  return svg("rect", {
    class: className, x: place.x * unit - across + 1.5, y: place.y * unit - along + 1.5, rx: 0.15 * unit,
    width: 2 * across - 3, height: 2 * along - 3,
  });
}

/** One end at which the chosen tile fits: a button with the tile as it would lie. */
function drawGhost(ghost, label, table, unit, lay, tabbable) {
  return svg("g", {
    class: "dl-ghost", role: "button", tabindex: tabbable ? 0 : -1, "aria-label": ghost.label,
    "data-focus": `end:${ghost.end}`, "data-end": ghost.end, onclick: () => lay(ghost.tile, ghost.end),
  },
    // a finger needs more room than a small tile gives
    svg("circle", { class: "dl-hit", cx: ghost.x * unit, cy: ghost.y * unit, r: Math.max(unit, 22) }),
    drawPlace(ghost, unit, "dl-target"),
    svg("g", { class: "dl-phantom", transform: `translate(${ghost.x * unit} ${ghost.y * unit})` },
      drawFace(ghost.pair, ghost.vertical, unit)),
    drawLabel(label, ghost, table, unit, "dl-end-label dl-open"),
  );
}

/** The whole table; `ghosts` are those of the chosen tile only. */
function drawTable(table, ghosts, words, room, projector, lay, putBack) {
  const [left, top, width, height] = table.frame;
  const unit = tableUnit(width, room, projector);
  const margin = 4;
  const size = [width * unit + 2 * margin, height * unit + 2 * margin];
  const taken = new Set(ghosts.map((ghost) => ghost.end));
  const labels = Object.fromEntries(table.ends.map((place) => [place.end, place.label]));
  const picture = svg("svg", {
    class: "dl-line", width: size[0], height: size[1], role: "group", "aria-label": `${words.table}: ${table.label}`,
    viewBox: `${left * unit - margin} ${top * unit - margin} ${size[0]} ${size[1]}`,
    onclick: (event) => event.target.closest("[data-end]") || putBack(),
  },
    svg("g", { "aria-hidden": "true" },
      table.ends.filter((place) => !taken.has(place.end)).map((place) => [
        drawPlace(place, unit, "dl-slot"),
        drawLabel(place.label, place, table, unit, "dl-end-label"),
      ]).flat()),
    svg("g", { "aria-hidden": "true" }, table.tiles.map((tile) => drawPlaced(tile, unit))),
    svg("g", { "data-roving": "row", role: "group", "aria-label": words.table },
      ghosts.map((ghost, index) => drawGhost(ghost, labels[ghost.end] ?? "", table, unit, lay, index === 0))),
  );
  const wide = size[0] > room + 1;
  return html("div", {
    class: "dl-scroll", tabindex: wide ? 0 : null, role: wide ? "region" : null, "aria-label": wide ? words.scroll : null,
    "data-focus": wide ? "scroll" : null,
  }, picture);
}

/** Where the table is wider than the page: keep the place, and bring the ghosts or the last tile into view. */
function scrollTable(scroller, before) {
  if (!scroller || scroller.scrollWidth <= scroller.clientWidth) return;
  scroller.scrollLeft = before;
  const shown = scroller.querySelector(".dl-target") ?? scroller.querySelector(".dl-last");
  if (!shown) return;
  const [view, tile] = [scroller.getBoundingClientRect(), shown.getBoundingClientRect()];
  if (tile.left < view.left || tile.right > view.right) scroller.scrollLeft += (tile.left + tile.right - view.left - view.right) / 2;
}
