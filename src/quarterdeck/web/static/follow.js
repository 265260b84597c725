// On small screens, what a question is about comes into the part of the window between the seats' lines and the actions,
// below the sentence of the story. Its style sheet knows that part, too: --overhead and --actions are what lies around it.
"use strict";
(() => {
  const table = document.querySelector("[data-table]");
  const overhead = document.querySelector(".overhead");
  const panel = table.querySelector(".taught, .prompt-bar");
  const story = document.getElementById("story");
  const SMALL = matchMedia("(max-width: 60rem)");
  const CALM = matchMedia("(prefers-reduced-motion: reduce)");
  // Pixels that a sentence of the story takes below the seats' lines.
  const STORY = 76;
  // What a question is about: the first kind that there is.
  const ABOUT = [".member:has(.bribe.tied)", ".member:has(.bribes button)", ".member.now", ".pair:is(.in-hand, .inspected)"];
  let last = "";
  let height = Infinity;
  let width = 0;

  const asked = () => {
    const found = ABOUT.map((kind) => Array.from(table.querySelectorAll(`.chart ${kind}`)));
    return found.find((things) => things.length) || [];
  };
  const spanned = (things) => {
    const boxes = things.map((one) => one.getBoundingClientRect());
    const [top, bottom] = [Math.min(...boxes.map((box) => box.top)), Math.max(...boxes.map((box) => box.bottom))];
    return { top, bottom, height: bottom - top };
  };
  // From where to where the board is free, if the actions are so high.
  const free = (actions) => {
    const beside = panel.getBoundingClientRect().left >= table.querySelector(".chart").getBoundingClientRect().right - 1;
    return [overhead.getBoundingClientRect().height, beside ? innerHeight : innerHeight - actions];
  };
  const told = () => {
    // At the foot of the window it lies over no part that is free.
    const below = story.hidden || getComputedStyle(story).position === "fixed";
    return below ? STORY : Math.max(STORY, story.getBoundingClientRect().height + 16);
  };
  const show = () => {
    const about = asked();
    if (!about.length || !SMALL.matches) return;
    const [top, bottom] = free(panel.offsetHeight);
    // A tie and who is tied are seen together, if they can be.
    const tie = table.querySelectorAll(".chart .lookout.tie");
    const both = spanned([...tie, ...about]);
    const box = both.height <= bottom - top ? both : spanned(about);
    const goal = Math.max(top, Math.min(top + told(), bottom - box.height));
    if (box.top < goal - 1 || box.bottom > bottom + 1) scrollBy({ top: box.top - goal, behavior: CALM.matches ? "instant" : "smooth" });
  };
  // Each question once: whoever scrolls away from it is left alone.
  const follow = () => {
    const about = asked();
    const mine = document.querySelector("#prompt.yours");
    const key = about.length ? [...about.map((one) => one.id || one.title), mine ? mine.textContent : ""].join("|") : "";
    if (key === last) return;
    last = key;
    show();
  };
  // The seats' lines keep the height of their fullest row: else the board would move down and up in each round.
  const keep = () => {
    const strip = overhead.querySelector(".strip");
    if (innerWidth !== width) strip.style.minHeight = "";
    width = innerWidth;
    strip.style.minHeight = `${strip.offsetHeight}px`;
  };
  // What the actions come to cover, because there are more of them, comes above them again.
  const grown = () => {
    keep();
    const before = height;
    height = panel.offsetHeight;
    story.style.setProperty("--actions", `${height}px`);
    story.style.setProperty("--overhead", `${overhead.offsetHeight}px`);
    const about = asked();
    if (height <= before || !about.length) return;
    const [top, bottom] = free(before);
    const box = spanned(about);
    if (box.top >= top - 1 && box.bottom <= bottom + 1) show();
  };

  table.addEventListener("news", () => requestAnimationFrame(follow));
  // What was told may have brought another part of the board into sight.
  table.addEventListener("told", () => document.querySelector("#prompt.yours") && requestAnimationFrame(show));
  const sizes = new ResizeObserver(grown);
  for (const one of [panel, overhead]) sizes.observe(one);
  // A page that is loaded again stays where it was.
  addEventListener("load", () => scrollY || follow());
})();
