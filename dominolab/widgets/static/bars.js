// Rates with their error bars, and how far a long run has come.

/** One row a bar: its name (on a narrow page above it), the bar with its interval, the figures. */
function drawBars(bars, room) {
  const width = Math.max(280, room);
  const narrow = width < 480;
  const [high, top, bottom] = [narrow ? 50 : 34, 8, 42];
  const left = narrow ? 16 : Math.min(0.36 * width, 240);
  const right = 96;
  const x = (value) => left + ((width - left - right) * (value - bars.low)) / (bars.high - bars.low);
  const height = top + high * bars.bars.length + bottom;
  const text = (className, at, down, words, anchor = "start") =>
    svg("text", { class: className, x: at, y: down, "font-size": 12, "text-anchor": anchor }, words);
  const ticks = (narrow ? [0, 0.5, 1] : [0, 0.25, 0.5, 0.75, 1]).map((share) => bars.low + share * (bars.high - bars.low));
  const spoken = bars.bars.map((bar) => `${bar.label}: ${bar.text}`).join("; ");
  const most = Math.floor((narrow ? width - 16 : left) / 7.2);
  const short = (label) => (label.length > most ? `${label.slice(0, most - 1)}…` : label);
  return svg("svg", { class: "dl-bars", width: "100%", height, viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": `${bars.label}. ${spoken}` },
    ticks.map((tick) => [
      svg("line", { class: "dl-rule", x1: x(tick), x2: x(tick), y1: top, y2: height - bottom + 4 }),
      text("dl-axis", x(tick), height - bottom + 18, String(Number(tick.toPrecision(3))), "middle"),
    ]).flat(),
    text("dl-axis", (left + width - right) / 2, height - 6, bars.unit, "middle"),
    bars.bars.map((bar, index) => {
      const middle = top + high * (index + (narrow ? 0.68 : 0.5));
      const zero = x(Math.max(bars.low, Math.min(bars.high, 0)));
      const ends = [x(bar.low), x(bar.high)];
      return svg("g", null,
        svg("title", null, `${bar.label}: ${bar.text}`),
        narrow ? text("dl-bar-name", 8, middle - 18, short(bar.label)) : text("dl-bar-name", left - 8, middle + 4, short(bar.label), "end"),
        svg("rect", { class: "dl-bar-fill", x: Math.min(zero, x(bar.value)), y: middle - 8, width: Math.abs(x(bar.value) - zero), height: 16 }),
        svg("path", { class: "dl-whisker", d: `M${ends[0]} ${middle}H${ends[1]}M${ends[0]} ${middle - 6}v12M${ends[1]} ${middle - 6}v12` }),
        text("dl-bar-name", width - right + 8, middle + 4, bar.short));
    }));
}

function drawProgress(progress) {
  return html("div", { class: "dl-row dl-progress" },
    html("progress", { value: progress.done, max: progress.all, "aria-label": progress.label }),
    html("span", null, progress.label));
}
