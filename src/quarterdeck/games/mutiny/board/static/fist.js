// Doubloons and rum are dragged into the fist and out of it again: as good as a click on them, which compose.js counts.
"use strict";
(() => {
  // How far, in pixels, a token goes before it is no longer a click, and how near to the fist it has to be let go.
  const LIFTED = 6;
  const NEAR = 24;
  let held = null;
  let dropping = false;

  const fist = () => document.querySelector("[data-compose] .fist-drawn");
  const overFist = (event) => {
    const box = fist()?.getBoundingClientRect();
    const across = box && event.clientX > box.left - NEAR && event.clientX < box.right + NEAR;
    return Boolean(across && event.clientY > box.top - NEAR && event.clientY < box.bottom + NEAR);
  };

  const lift = () => {
    held.ghost = held.token.cloneNode(true);
    held.ghost.className = "token dragged";
    document.body.append(held.ghost);
  };

  const letGo = () => {
    held?.ghost?.remove();
    fist()?.classList.remove("open");
    held = null;
  };

  document.addEventListener("pointerdown", (event) => {
    const token = event.target.closest("[data-compose] .token[data-step]");
    if (!token || event.button || !event.isPrimary) return;
    letGo();
    held = { token, pointer: event.pointerId, x: event.clientX, y: event.clientY, ghost: null };
  });

  // Another finger, or a mouse beside the finger, drags nothing.
  const drags = (event) => held?.pointer === event.pointerId;

  document.addEventListener("pointermove", (event) => {
    if (!drags(event)) return;
    if (!held.ghost && Math.hypot(event.clientX - held.x, event.clientY - held.y) < LIFTED) return;
    if (!held.ghost) lift();
    held.ghost.style.left = `${event.clientX}px`;
    held.ghost.style.top = `${event.clientY}px`;
    fist()?.classList.toggle("open", overFist(event));
  });

  document.addEventListener("pointerup", (event) => {
    if (!drags(event)) return;
    if (!held.ghost) return letGo();
    const { part, step } = held.token.dataset;
    const counts = overFist(event) === step > 0;
    letGo();
    // The browser's own click, of a token let go where it lay, comes before this and does not count.
    dropping = true;
    setTimeout(() => {
      dropping = false;
      // The page may have been drawn anew meanwhile: one token of the kind is as good as another.
      const alike = `[data-compose] .token[data-part="${part}"][data-step="${step}"]:not([hidden])`;
      if (counts) document.querySelector(alike)?.click();
    });
  });
  document.addEventListener("pointercancel", (event) => drags(event) && letGo());
  document.addEventListener("click", (event) => dropping && event.stopPropagation(), true);
})();
