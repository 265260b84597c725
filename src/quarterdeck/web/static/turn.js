// Tells users who look elsewhere that it is their turn: in the page's title and icon, and optionally by a ship's bell
// and a browser notification.
"use strict";
(() => {
  const notices = document.getElementById("notices");
  if (!notices) return;
  const table = document.querySelector("[data-table]");
  const icon = document.querySelector("link[rel=icon]");
  const calmIcon = icon.href;
  const sound = document.getElementById("notice-sound");
  const notification = document.getElementById("notice-browser");
  // Two strokes, each with a bell's decaying partials.
  let audio = null;
  const stroke = (at) => {
    for (const [partial, loud] of [[1, 0.12], [2.01, 0.07], [2.74, 0.04], [4.1, 0.02]]) {
      const tone = audio.createOscillator();
      const swell = audio.createGain();
      tone.frequency.value = 660 * partial;
      swell.gain.setValueAtTime(loud, at);
      swell.gain.exponentialRampToValueAtTime(0.0001, at + 1.4 / partial);
      tone.connect(swell).connect(audio.destination);
      tone.start(at);
      tone.stop(at + 1.5);
    }
  };
  const ring = () => {
    if (!audio || audio.state !== "running") return;
    stroke(audio.currentTime);
    stroke(audio.currentTime + 0.28);
  };
  // Browsers allow sound only after a click or key.
  const wake = () => {
    if (!sound.checked) return;
    audio ??= new AudioContext();
    return audio.resume();
  };

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
  const look = () => {
    const now = mine();
    if (document.title !== titled) plain = document.title;
    titled = !now ? plain : plain.startsWith(words) ? `● ${plain}` : `● ${words} · ${plain}`;
    document.title = titled;
    icon.href = now ? notices.dataset.icon : calmIcon;
    if (now && !before) {
      if (sound.checked) ring();
      notify();
    }
    before = now;
  };

  sound.checked = kept.get(sound.id) === "on";
  notification.checked = kept.get(notification.id) === "on" && possible();
  sound.addEventListener("change", async () => {
    kept.set(sound.id, sound.checked ? "on" : "");
    await wake();
    if (sound.checked) ring();
  });
  notification.addEventListener("change", async () => {
    const blocked = document.getElementById("notice-blocked");
    if (notification.checked && !possible()) {
      if ("Notification" in window) await Notification.requestPermission();
      notification.checked = possible();
    }
    blocked.hidden = !("Notification" in window) || Notification.permission !== "denied";
    if (!("Notification" in window)) blocked.hidden = false;
    kept.set(notification.id, notification.checked ? "on" : "");
  });
  for (const kind of ["pointerdown", "keydown"]) addEventListener(kind, wake);
  table.addEventListener("news", look);
  look();
})();
