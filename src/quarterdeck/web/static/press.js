// Leaves the page as it is while a button is pressed: with another button in its place, the click would be lost. The
// same goes for a form while it is sent: without its place on the page, it would not be.
"use strict";
const press = (() => {
  // The story's own buttons are never replaced, and the page shows what they tell at once.
  const CLICKED = ":is(button, a, summary, label):not(#story *)";
  // Milliseconds until a click follows its release, and until a press without release is over.
  const CLICK = 100;
  const LONGEST = 5000;
  // What happens once nothing is pressed any more; null while nothing is.
  let waiting = null;
  let timer = 0;
  const end = () => {
    clearTimeout(timer);
    const late = waiting || [];
    waiting = null;
    for (const act of late) act();
  };
  const endIn = (pause) => {
    clearTimeout(timer);
    timer = setTimeout(end, pause);
  };
  const begin = (event) => {
    if (!event.target.closest?.(CLICKED)) return;
    waiting ??= [];
    endIn(LONGEST);
  };
  addEventListener("pointerdown", begin, true);
  addEventListener("pointerup", () => waiting && endIn(CLICK), true);
  for (const kind of ["click", "pointercancel"]) addEventListener(kind, () => waiting && endIn(0), true);
  addEventListener("submit", () => {
    waiting ??= [];
    endIn(0);
  }, true);
  return { after: (act) => (waiting ? void waiting.push(act) : act()), end };
})();
