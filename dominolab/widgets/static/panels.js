// The panels beside the table: move list, hidden tiles, reasons; and the form above it.

function drawMove(move, go) {
  const label = [move.label ?? move.text, move.glyph, move.comment].filter(Boolean).join(", ");
  return [
    html("button", {
      type: "button", class: "dl-move" + (move.bad ? " dl-bad" : ""), tabindex: move.current ? 0 : -1, "aria-label": label,
      "aria-current": move.current ? "step" : null, "data-focus": `move:${move.id}`, onclick: () => go(move.id),
    }, move.text, move.glyph ? html("em", null, move.glyph) : null),
    move.comment ? html("span", { class: "dl-comment" }, move.comment) : null,
    ...(move.variations ?? []).map((line) =>
      html("span", { class: "dl-variation" }, "(", line.map((other) => drawMove(other, go)).flat(), ")")),
  ];
}

function drawMoves(moves, words, send) {
  const list = html("div", { class: "dl-moves", role: "group", "aria-label": words.moves, "data-roving": "row" },
    moves.line.map((move) => drawMove(move, (id) => send("goto", { id }))).flat());
  if (!list.querySelector("[tabindex='0']")) list.querySelector("button")?.setAttribute("tabindex", "0");
  return html("div", null, list, moves.editor ? drawEditor(moves.editor, words, send) : null);
}

function drawEditor(editor, words, send) {
  // Sent when the writer leaves the field, not when a redraw takes it away (`redrawing`).
  const text = html("textarea", {
    rows: 2, "aria-label": words.comment, placeholder: words.comment, "data-focus": `comment:${editor.id}`, "data-id": editor.id,
    onblur: (event) => event.target.redrawing || commitComment(event.target, send),
  });
  text.value = text.committed = editor.comment;
  const glyph = html("select", {
    "aria-label": words.glyph, "data-focus": "glyph", onchange: (event) => { commitComment(text, send); send("glyph", { id: editor.id, glyph: event.target.value }); },
  }, editor.glyphs.map(([value, label]) => html("option", { value, selected: value === editor.glyph }, label)));
  return html("div", { class: "dl-editor" }, text, html("div", { class: "dl-row" },
    glyph,
    (editor.buttons ?? []).map((button) => drawButton(button, (pressed) => {
      commitComment(text, send); // what is being written is part of what is saved
      send(pressed.kind, pressed.value === undefined ? {} : { value: pressed.value });
    })),
    editor.note ? html("span", { class: "dl-unsaved" }, editor.note) : null));
}

function commitComment(text, send) {
  if (text.value === text.committed) return;
  text.committed = text.value;
  send("comment", { id: text.dataset.id, text: text.value });
}

/** One place: the triangle of the set, a row for each high number, a column for each low one. */
function drawTriangle(place, size, words, tell, pick) {
  const cells = new Map(place.cells.map((cell) => [Math.max(...cell.pair) * 100 + Math.min(...cell.pair), cell]));
  const numbers = Array.from({ length: size + 1 }, (_, number) => number);
  let first = true;
  const row = (high) => html("tr", { role: "row" },
    html("th", { scope: "row", role: "rowheader" }, String(high)),
    numbers.slice(0, high + 1).map((low) => {
      const cell = cells.get(high * 100 + low);
      if (!cell) return html("td", { role: "gridcell" });
      const open = cell.value === null || cell.asked;
      const state = cell.asked ? "dl-asked" : open ? "dl-known" : cell.value >= 1 ? "dl-sure" : cell.value <= 0 ? "dl-never" : "dl-maybe";
      const focus = first ? 0 : -1;
      first = false;
      return html("td", {
        role: "gridcell", tabindex: focus, "aria-label": cell.label, "data-focus": `cell:${place.place}:${high}-${low}`,
        class: state,
        style: open ? null : `--dl-share: ${Math.round(1000 * cell.value) / 10}%`,
        onmouseenter: () => tell(cell.label), onfocus: () => tell(cell.label), onmouseleave: () => tell(null),
        onclick: () => pick(`${high}-${low}`, place.place),
      }, cell.text);
    }));
  return html("div", { class: "dl-place" },
    html("div", { class: "dl-place-title" }, place.title),
    html("div", { class: "dl-scroll" }, html("table", { class: "dl-triangle", role: "grid", "aria-label": place.title, "data-roving": "grid" },
      html("tbody", { role: "rowgroup" }, numbers.map(row)),
      html("tfoot", { role: "rowgroup" }, html("tr", { role: "row" }, html("td", { role: "gridcell" }),
        numbers.map((low) => html("th", { scope: "col", role: "columnheader" }, String(low))))))));
}

function drawHoldings(holdings, words, send) {
  const detail = html("p", { class: "dl-detail dl-idle" }, words.point);
  const tell = (text) => {
    detail.textContent = text ?? words.point;
    detail.classList.toggle("dl-idle", text === null);
  };
  const pick = (tile, place) => send("cell", { tile, place });
  return html("div", null,
    html("div", { class: "dl-places" }, holdings.places.map((place) => drawTriangle(place, holdings.size, words, tell, pick))),
    detail,
    html("div", { class: "dl-legend", "aria-hidden": "true" },
      html("span", { class: "dl-key dl-never" }, "0"), words.impossible,
      html("span", { class: "dl-key dl-sure" }, "1"), words.certain,
      html("span", { class: "dl-key dl-known" }), words.open),
    (holdings.summary ?? []).map((line) => html("p", null, line)),
    holdings.note ? html("p", { class: "dl-soft" }, holdings.note) : null);
}

const drawWhy = (sentences) => html("ul", { class: "dl-why" }, sentences.map((sentence) => html("li", null, sentence)));

/** The panels that the scene has, one open at a time; all are built, so that a tab costs no message. */
function drawPanels(scene, open, send, choose) {
  const { words } = scene;
  const panels = [
    ["moves", scene.moves && (() => drawMoves(scene.moves, words, send))],
    ["holdings", scene.holdings && (() => drawHoldings(scene.holdings, words, send))],
    ["why", scene.why && (() => drawWhy(scene.why))],
  ].filter(([, draw]) => draw);
  const shown = panels.some(([name]) => name === open) ? open : panels[0][0];
  const tabs = html("div", { class: "dl-tabs", role: "tablist", "aria-label": words.panels, "data-roving": "row" },
    panels.map(([name]) => html("button", {
      type: "button", role: "tab", class: "dl-tab", "aria-selected": String(name === shown), tabindex: name === shown ? 0 : -1,
      "data-focus": `tab:${name}`, onclick: () => choose(name),
    }, words[name])));
  const [name, draw] = panels.find(([other]) => other === shown);
  return [panels.length > 1 ? tabs : null,
    html("div", panels.length > 1 ? { role: "tabpanel", "aria-label": words[name] } : { role: "group", "aria-label": words[name] }, draw())];
}

function drawField(field, send) {
  const change = (value) => send("form", { name: field.name, value });
  const focus = `field:${field.name}`;
  const described = [field.label, field.help, field.error].filter(Boolean).join(". ");
  if (field.type === "choice") {
    return html("div", { class: "dl-field", role: "group", "aria-label": described },
      html("span", null, field.label),
      html("span", { class: "dl-row" }, field.options.map(([value, label]) => html("button", {
        type: "button", class: "dl-button", "aria-pressed": String(value === field.value), "data-focus": `${focus}:${value}`, onclick: () => change(value),
      }, label))));
  }
  let input;
  if (field.type === "select") {
    input = html("select", { onchange: (event) => change(event.target.value) },
      field.options.map(([value, label]) => html("option", { value, selected: value === field.value }, label)));
  } else if (field.type === "checkbox") {
    input = html("input", { type: "checkbox", checked: Boolean(field.value), onchange: (event) => change(event.target.checked) });
  } else {
    const number = field.type === "number";
    input = html("input", {
      type: number ? "number" : "text", min: field.low, max: field.high, value: field.value ?? "",
      onchange: (event) => change(number && event.target.value !== "" ? Number(event.target.value) : event.target.value),
    });
  }
  dress(input, { "data-focus": focus, "aria-invalid": field.error ? "true" : null, "aria-label": described }, []);
  return html("label", { class: `dl-field dl-field-${field.type}` }, html("span", null, field.label), input,
    field.error ? html("span", { class: "dl-error" }, field.error) : field.help ? html("span", { class: "dl-soft" }, field.help) : null);
}

function drawForm(form, send, press) {
  return html("div", { class: "dl-form", role: "group", "aria-label": form.label },
    form.text ? html("p", null, form.text) : null,
    html("div", { class: "dl-fields" }, form.fields.map((field) => drawField(field, send))),
    form.buttons?.length ? html("div", { class: "dl-row" }, form.buttons.map((button) => drawButton(button, press))) : null);
}
