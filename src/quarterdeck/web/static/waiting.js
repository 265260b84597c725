// The waiting room updates itself: players who sit down show at once, and when the match begins every page goes there.
// Without this script forms post, and pages reload.
"use strict";
(() => {
  const room = document.querySelector("[data-waiting]");
  let version = room.dataset.version;
  const offline = document.getElementById("offline");

  // Focus, open elements and typed text survive an update; they are found again by key, a summary by that of its details.
  const keyOf = (element) => (element.localName === "summary" ? element.parentElement : element).dataset.key;
  const swap = (id, html) => {
    const region = document.getElementById(id);
    if (!region) return;
    const held = region.contains(document.activeElement);
    const stop = held && keyOf(document.activeElement);
    const open = Array.from(region.querySelectorAll("details[open]"), (one) => one.dataset.key);
    const typed = Array.from(region.querySelectorAll("input[data-key]"), (one) => [one.dataset.key, one.value, one.defaultValue]);
    region.innerHTML = html;
    const find = (key) => region.querySelector(`[data-key="${CSS.escape(key)}"]`);
    for (const key of open) find(key)?.setAttribute("open", "");
    for (const [key, value, before] of typed) if (value !== before && find(key)) find(key).value = value;
    if (!held) return;
    const again = stop && find(stop);
    (again?.querySelector("summary") || again || room).focus({ preventScroll: true });
  };

  const update = (news) => {
    if (news.go) return location.assign(news.go);
    version = news.version;
    document.title = `${news.title} · ${document.title.split(" · ").pop()}`;
    for (const [id, html] of Object.entries(news.regions)) swap(id, html);
  };

  tableLine({
    where: room.dataset.live,
    asked: () => ({ room: "waiting", version }),
    heard: (news) => press.after(() => update(news)),
    told: (what) => {
      offline.textContent = room.dataset.wordsReconnecting;
      offline.hidden = what !== "lost";
    },
  });
})();
