// Plays a replay: one move after the other, told like a running match. Space, or the button, begins and pauses.
"use strict";
(() => {
  const table = document.querySelector("[data-table]");
  const bar = document.getElementById("play");
  if (!table || !bar) return;
  const button = bar.querySelector("button");
  const speed = bar.querySelector("select");
  const KEPT = "speed";
  // Milliseconds between two moves.
  const PAUSE = 300;
  let playing = false;
  // The page shows the move, and its story has been told.
  let [shown, told] = [true, true];
  const forward = () => document.querySelector('[data-step="next"][href]');

  // The controls are the same on every page of the replay.
  const settle = () => {
    document.querySelector("#region_prompt .steps")?.after(bar);
    bar.hidden = false;
    if (!forward() && told) pause();
    button.disabled = !forward() && !playing;
  };
  const label = () => {
    button.firstElementChild.textContent = playing ? "⏸" : "▶";
    button.lastElementChild.textContent = playing ? bar.dataset.wordsPause : bar.dataset.wordsPlay;
    button.ariaPressed = String(playing);
  };
  const pause = () => {
    playing = false;
    story.tempo(null);
    delete document.body.dataset.playing;
    label();
  };
  const go = () => {
    if (!playing || !shown || !told) return;
    if (!forward()) return pause();
    [shown, told] = [false, false];
    forward().click();
  };
  const goSoon = () => setTimeout(go, PAUSE / Number(speed.value));
  const begin = () => {
    playing = true;
    document.body.dataset.playing = "";
    story.tempo(1 / Number(speed.value));
    [shown, told] = [true, true];
    label();
    go();
  };
  const toggle = () => {
    if (!playing) return begin();
    pause();
    story.flush();
  };
  speed.value = kept.get(KEPT) || "1";
  speed.addEventListener("change", () => {
    kept.set(KEPT, speed.value);
    if (playing) story.tempo(1 / Number(speed.value));
  });
  button.addEventListener("click", toggle);
  document.addEventListener("keydown", (event) => {
    if (event.key !== " " || singleKeys.off() || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.target.matches("button, a, input, select, textarea, summary") || document.querySelector("dialog[open]")) return;
    event.preventDefault();
    toggle();
  });
  // Whoever turns a page by hand has stopped it.
  document.addEventListener("click", (event) => {
    if (playing && event.isTrusted && event.target.closest("#region_prompt a[href], #region_coach a[href]")) pause();
  }, true);
  table.addEventListener("told", () => {
    told = true;
    goSoon();
  });
  table.addEventListener("news", () => {
    shown = true;
    settle();
    goSoon();
  });
  label();
  settle();
})();
