// Looks at the page of a regatta again and again, and shows what has changed. Without this script one reloads it.
"use strict";
(() => {
  const PAUSE = 3000;
  // Only while there is something to come.
  const main = document.querySelector("[data-looks]");
  if (!main) return;

  // The focus survives, and how far the standings are scrolled; what had the focus is found again by its key.
  const swap = (region, html) => {
    const held = region.contains(document.activeElement) ? document.activeElement.dataset.key : null;
    const scrolled = region.querySelector(".sideways")?.scrollLeft;
    region.innerHTML = html;
    if (scrolled) region.querySelector(".sideways")?.scrollTo({ left: scrolled, behavior: "instant" });
    if (held) (region.querySelector(`[data-key="${CSS.escape(held)}"]`) || main).focus({ preventScroll: true });
  };

  const update = (page) => {
    const [heading, words] = [document, page].map((one) => one.getElementById("state-title"));
    for (const region of main.querySelectorAll("[id^=region_]")) {
      const html = page.getElementById(region.id).innerHTML;
      if (region.innerHTML !== html) swap(region, html);
    }
    // Once it has begun nobody can join any more.
    const joining = page.querySelector(".joining") ? null : main.querySelector(".joining");
    if (joining?.contains(document.activeElement)) main.focus({ preventScroll: true });
    joining?.remove();
    // Screen readers announce the heading if it stays the same element, and once if it is left alone.
    if (heading.textContent !== words.textContent) heading.textContent = words.textContent;
    if (!page.querySelector("[data-looks]")) delete main.dataset.looks;
  };

  const look = async () => {
    // The page of a refused form is at the address of the form, where nothing can be fetched.
    const page = document.hidden ? null : await readPage(main.dataset.looks, "state-title");
    if (page) update(page);
    if ("looks" in main.dataset) setTimeout(look, PAUSE);
  };
  setTimeout(look, PAUSE);
})();
