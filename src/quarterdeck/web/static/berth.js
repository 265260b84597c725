// Where a sentence of the story lies: where it covers no ship, not the way on which one sails, no place of which one is still
// to be chosen for it, and nothing that is framed.
"use strict";
const berth = (() => {
  const box = document.getElementById("story");
  const chart = document.querySelector(".table > .chart");
  if (!box || !chart) return { find() {} };
  // Pixels to what it keeps clear of.
  const GAP = 6;
  // What covers more of the chart than this is not avoided: it is nearly everywhere.
  const MOST = 0.25;
  // By how much it is moved from where the style sheets put it.
  let moved = 0;

  const area = (one) => Math.max(0, one.right - one.left) * Math.max(0, one.bottom - one.top);
  const shared = (one, other) => area({
    left: Math.max(one.left, other.left), right: Math.min(one.right, other.right),
    top: Math.max(one.top, other.top), bottom: Math.min(one.bottom, other.bottom),
  });
  const shifted = ({ left, right, top, bottom }, x, y) => ({ left: left + x, right: right + x, top: top + y, bottom: bottom + y });
  const pixels = (translate) => [0, 1].map((axis) => parseFloat(translate.split(" ")[axis]) || 0);
  // Where a ship is, and everywhere that it comes along on its way there.
  const voyage = (ship) => {
    const [x, y] = pixels(getComputedStyle(ship).translate);
    const there = shifted(ship.getBoundingClientRect(), -x, -y);
    const ways = ship.getAnimations().flatMap(({ effect }) => effect.getKeyframes().map(({ translate }) => translate));
    return [there, ...ways.filter(Boolean).map((way) => shifted(there, ...pixels(way)))];
  };
  // The words and pictures in a frame, without the room that is left there.
  const filled = (frame) => {
    const boxes = Array.from(frame.querySelectorAll("svg, :not(:empty, :has(*))"), (one) => one.getBoundingClientRect()).filter(area);
    if (!boxes.length) return frame.getBoundingClientRect();
    const end = (most, side) => most(...boxes.map((box) => box[side]));
    return { left: end(Math.min, "left"), right: end(Math.max, "right"), top: end(Math.min, "top"), bottom: end(Math.max, "bottom") };
  };
  // The part of the chart that is in sight.
  const sight = () => {
    const board = chart.getBoundingClientRect();
    const above = document.querySelector(".overhead").getBoundingClientRect();
    const below = document.getElementById("region_prompt").getBoundingClientRect();
    const beside = below.left >= board.right || below.top <= above.bottom;
    return { ...shifted(board, 0, 0), top: Math.max(board.top, above.bottom, 0), bottom: Math.min(board.bottom, beside ? innerHeight : below.top, innerHeight) };
  };

  const find = () => {
    if (box.hidden) return;
    // A set piece has a place of its own.
    const scene = !box.querySelector(".scene").hidden;
    const seen = sight();
    const own = shifted(box.getBoundingClientRect(), 0, -moved);
    const framed = Array.from(chart.querySelectorAll(".lit, [data-berth]"), filled);
    const keep = [
      ...Array.from(chart.querySelectorAll(".ship"), voyage).flat(),
      ...framed.filter((lit) => area(lit) < MOST * area(chart.getBoundingClientRect())),
    ];
    const fits = (by) => own.top + by >= seen.top && own.bottom + by <= seen.bottom;
    const covered = (by) => keep.reduce((sum, one) => sum + shared(shifted(own, 0, by), one), 0);
    // Where it lies, where it would lie, and right above and below each thing.
    const ways = [moved, ...keep.flatMap((one) => [one.top - GAP - own.bottom, one.bottom + GAP - own.top])].filter(fits);
    const [best] = [0, ...ways].map((by) => ({ by, cost: covered(by), far: Math.abs(by - moved) })).sort((one, other) => one.cost - other.cost || one.far - other.far);
    moved = scene ? 0 : best.by;
    box.style.translate = moved ? `0 ${moved}px` : "";
  };
  document.addEventListener("sails", find);
  return { find };
})();
