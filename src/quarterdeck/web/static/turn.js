// Tells users who look elsewhere that it is their turn: in the page's title and icon, and optionally by a ship's bell
// and a browser notification.
"use strict";
(() => {
  const notices = document.getElementById("notices");
  if (!notices) return;
  const table = document.querySelector("[data-table]");
  const icon = document.querySelector("link[rel=icon]");
  const calmIcon = icon.href;
  const bell = document.getElementById("notice-sound");
  const notification = document.getElementById("notice-browser");
  const possible = () => "Notification" in window && Notification.permission === "granted";
  const notify = () => {
    if (!notification.checked || !document.hidden || !possible()) return;
    try {
      const shown = new Notification(words, { body: document.querySelector(".game-title").firstChild.textContent.trim(), tag: table.dataset.table });
      shown.onclick = () => {
        window.focus();
        shown.close();
      };
    } catch {
      // Some phones allow notifications only from a service worker.
    }
  };

  const mine = () => Boolean(document.querySelector("#prompt.yours"));
  const words = notices.dataset.wordsTurn;
  let before = mine();
  let plain = document.title;
  let titled = "";
  // Whether the bell waits for the end of the story: whoever listens to it looks at the table.
  let due = false;
  const look = () => {
    const now = mine();
    const shown = now && table.dataset.held === undefined;
    if (document.title !== titled) plain = document.title;
    titled = !shown ? plain : plain.startsWith(words) ? `● ${plain}` : `● ${words} · ${plain}`;
    document.title = titled;
    icon.href = shown ? notices.dataset.icon : calmIcon;
    if (now && !before) {
      if (bell.checked) sound.ring();
      else if (story.telling()) due = true;
      else sound.play("bell");
      notify();
    }
    before = now;
  };

  bell.checked = kept.get(bell.id) === "on";
  notification.checked = kept.get(notification.id) === "on" && possible();
  bell.addEventListener("change", () => {
    kept.set(bell.id, bell.checked ? "on" : "");
    if (bell.checked) sound.ring();
  });
  notification.addEventListener("change", async () => {
    const blocked = document.getElementById("notice-blocked");
    if (notification.checked && !possible()) {
      if ("Notification" in window) await Notification.requestPermission();
      notification.checked = possible();
    }
    blocked.hidden = "Notification" in window && Notification.permission !== "denied";
    kept.set(notification.id, notification.checked ? "on" : "");
  });
  table.addEventListener("news", look);
  table.addEventListener("held", look);
  table.addEventListener("told", () => {
    if (due && mine()) sound.play("bell");
    due = false;
  });
  look();
})();
