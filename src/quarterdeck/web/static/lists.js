// Lists of tables update themselves. Without this script they are as old as their page.
"use strict";
(() => {
  const main = document.querySelector("[data-lists]");
  if (!main) return;
  let { shown } = main.dataset;
  const offline = document.getElementById("offline");

  // The focus stays on the same link, or on the button that leads to the same place: several may share a form.
  const place = (element) => element.getAttribute("href") || element.getAttribute("formaction") || element.closest("form")?.getAttribute("action");
  const swap = (id, html) => {
    const region = document.getElementById(id);
    if (!region) return;
    const held = region.contains(document.activeElement) ? place(document.activeElement) : null;
    region.innerHTML = html;
    if (!held) return;
    const again = Array.from(region.querySelectorAll("a, button")).find((one) => place(one) === held);
    (again || main).focus({ preventScroll: true });
  };

  const update = (news) => {
    shown = news.shown;
    for (const [id, html] of Object.entries(news.regions)) swap(id, html);
    main.dispatchEvent(new Event("news"));
  };

  tableLine({
    where: main.dataset.lists,
    asked: () => ({ shown, game: main.dataset.game || "" }),
    heard: (news) => press.after(() => update(news)),
    told: (what) => {
      offline.textContent = offline.dataset.words;
      offline.hidden = what !== "lost";
    },
  });
})();
