// On small screens, what is decided on now comes into the part of the window that the actions leave free.
"use strict";
(() => {
  const table = document.querySelector("[data-table]");
  const SMALL = matchMedia("(max-width: 60rem)");
  const CALM = matchMedia("(prefers-reduced-motion: reduce)");
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
    if (box.top < top || box.bottom > bottom) scrollBy({ top: box.top - top - 8, behavior: CALM.matches ? "instant" : "smooth" });
  };
  table.addEventListener("news", () => requestAnimationFrame(follow));
  // A page that is loaded again stays where it was.
  addEventListener("load", () => scrollY || follow());
})();
