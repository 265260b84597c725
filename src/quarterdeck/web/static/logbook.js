// The log keeps step with the story: lines that are not told yet are hidden, and the part that is told stays open.
// Without this script the log shows every line at once.
"use strict";
const logbook = (() => {
  const log = document.getElementById("log");
  const lines = () => log.querySelectorAll("li");
  let untold = 0;
  // The part that is open for the story only.
  let opened = null;

  const turn = (part, open) => {
    if (part) part.open = part.opened = open;
  };
  const draw = () => {
    const all = lines();
    for (const [at, line] of all.entries()) line.hidden = at >= all.length - untold;
    const parts = Array.from(log.querySelectorAll(".told"));
    for (const part of parts) part.hidden = Boolean(part.querySelector("li")) && !part.querySelector("li:not([hidden])");
    const last = parts.findLast((part) => !part.hidden);
    if (last === opened) return;
    turn(opened, false);
    opened = last && !last.open && untold ? last : null;
    turn(opened, true);
  };

  // The log's share of an update is shown by `show` before the rest. Returns the rest, and the number of new lines.
  const write = (news, show) => {
    const split = (all = {}) => {
      const [mine, others] = [[], []];
      for (const one of Object.entries(all)) (one[0].startsWith("region_log_") ? mine : others).push(one);
      return [Object.fromEntries(mine), Object.fromEntries(others)];
    };
    const [[regions, other], [more, further]] = [split(news.regions), split(news.more)];
    const before = lines().length;
    if (Object.keys({ ...regions, ...more }).length) show({ regions, more });
    return [{ ...news, regions: other, more: further }, Math.max(0, lines().length - before)];
  };
  // So many lines at the end are not told yet.
  const tell = (count) => {
    untold = count;
    draw();
  };
  document.querySelector("[data-table]").addEventListener("news", draw);
  return { write, tell };
})();
