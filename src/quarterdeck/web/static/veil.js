// What lies under the prompt or the story is not animated: it would move on top of them.
"use strict";
const veil = (() => {
  const table = document.querySelector("[data-table]");
  const under = (cover, box) => box.bottom > cover.top && box.right > cover.left && box.left < cover.right;
  // The names of what is animated, and of what is not.
  const draw = () => {
    const prompt = table.querySelector(".taught") || document.getElementById("region_prompt");
    const [ahead, told] = [prompt, document.getElementById("story")].map((one) => one.getBoundingClientRect());
    const names = { bare: new Set(), veiled: new Set() };
    for (const thing of table.querySelectorAll("[data-vt]")) {
      if (prompt.contains(thing)) continue;
      const box = thing.getBoundingClientRect();
      const veiled = under(ahead, box) || (under(told, box) && box.top < told.bottom);
      thing.style.viewTransitionName = veiled ? "none" : "";
      names[veiled ? "veiled" : "bare"].add(thing.dataset.vt);
    }
    return names;
  };
  // What the prompt has grown over, or what has gone under it, would be seen on top of it while it fades.
  const hide = (before, after) => {
    for (const name of before.bare) {
      if (after.veiled.has(name)) document.documentElement.animate({ opacity: [0, 0] }, { duration: 1000, pseudoElement: `::view-transition-group(${name})` });
    }
  };
  return { draw, hide };
})();
