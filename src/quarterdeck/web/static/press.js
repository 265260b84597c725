// Leaves the page as it is while a button is pressed, until its click: if another button took its place, the click would
// be lost. It also leaves the page while a form is being sent: a browser sends no form that has been taken off its page.
"use strict";
const press = (() => {
  // The story's own buttons are never replaced, and the page shows what they tell at once.
  const CLICKED = ":is(button, a, summary, label):not(#story *)";
  // Milliseconds that a click takes to follow the release, and that a press can last: a release may get lost.
  const CLICK = 100;
  const LONGEST = 10000;
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
