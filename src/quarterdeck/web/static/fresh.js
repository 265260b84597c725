// Marks what is new since one's last move, until one acts: lines of the log, and things on the board (data-fresh).
"use strict";
(() => {
  const table = document.querySelector("[data-table]");
  if (!table || table.dataset.seat === "" || document.body.classList.contains("replaying")) return;
  const me = table.dataset.seat;
  const lines = () => Array.from(document.querySelectorAll("#log li"));
  // What a thing shows, without what may change although nobody has acted.
  const PASSING = / (data-vt|data-what-stop|style|title|class)="[^"]*"|<button [^>]*what-stop.*?<\/button>/g;
  const face = (thing) => `${thing.className.replace(/\b(new|lit|aimed)\b/g, "").trim()} ${thing.innerHTML.replace(PASSING, "")}`;
  const things = () => new Map(Array.from(document.querySelectorAll("[data-fresh]"), (thing) => [thing.dataset.fresh, face(thing)]));
  let seen = lines().length;
  let known = things();
  // Own moves are no news: what they change is taken as known.
  let acting = false;

  const wipe = () => {
    for (const one of document.querySelectorAll(".new")) one.classList.remove("new");
    [seen, known] = [lines().length, things()];
  };
  const mark = () => {
    for (const [at, line] of lines().entries()) line.classList.toggle("new", at >= seen && line.dataset.seat !== me);
    for (const thing of document.querySelectorAll("[data-fresh]")) {
      thing.classList.toggle("new", known.get(thing.dataset.fresh) !== face(thing));
    }
  };
  document.addEventListener("submit", (event) => {
    if (event.target.id !== "acts") return;
    wipe();
    acting = true;
  });
  table.addEventListener("news", (event) => {
    if (event.detail.version === undefined) return;
    if (acting) {
      acting = false;
      known = things();
    }
    mark();
  });
})();
