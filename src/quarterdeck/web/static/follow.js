// On small screens, what is decided on now comes into the part of the window that the actions leave free.
"use strict";
(() => {
  const table = document.querySelector("[data-table]");
  const SMALL = matchMedia("(max-width: 60rem)");
  const CALM = matchMedia("(prefers-reduced-motion: reduce)");
  // Pixels that a sentence of the story takes below the seats' lines.
  const STORY = 76;
  let last = "";
  const follow = () => {
    const about = table.querySelector(".chart :is(.member.now, .pair.in-hand, .pair.inspected)");
    const key = about ? about.id || about.title : "";
    if (key === last) return;
    last = key;
    if (!about || !SMALL.matches) return;
    const top = document.querySelector(".overhead").getBoundingClientRect().height;
    const bottom = table.querySelector(".taught, .prompt-bar").getBoundingClientRect().top;
    const box = about.getBoundingClientRect();
    // Below the sentence of the story, too.
    const free = top + STORY;
    if (box.top < free || box.bottom > bottom) scrollBy({ top: box.top - free, behavior: CALM.matches ? "instant" : "smooth" });
  };
  table.addEventListener("news", () => requestAnimationFrame(follow));
  // A page that is loaded again stays where it was.
  addEventListener("load", () => scrollY || follow());
})();
