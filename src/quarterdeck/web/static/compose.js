// Composes a decision from parts, in [data-compose]: how many of this, which of these. Its list of radio buttons, one
// for each possible decision with its data-parts, works without scripts; this script only finds the matching one and
// shows its description. Elements anywhere on the table with data-part (the part's name): data-step counts it up or
// down, data-value sets it, data-go also decides at once. Tokens are visible while the part is at least data-below, or
// less than data-above. [data-shows] and [data-says] display parts and descriptions. A part that is missing is "-": the
// button that decides on the whole then says what it lacks (data-lacks) and, when pressed, why (data-why).
"use strict";
const composing = (() => {
  const table = document.querySelector("[data-table]");

  const compose = (parts, why = "") => {
    const box = table.querySelector("[data-compose]");
    if (!box) return;
    const find = (wanted) => box.querySelector(`[data-parts="${CSS.escape(wanted.join(" "))}"]`);
    const options = Array.from(box.querySelectorAll("[data-parts]"), (one) => one.dataset.parts.split(" "));
    const possible = (wanted) => options.some((one) => wanted.every((part, at) => part === "-" || part === one[at]));
    const words = (option, kind) => (option ? option.parentElement.querySelector(`[data-${kind}]`).textContent : "");
    // What is held, see story.js, stays as it is.
    const disable = (one, off) => one.dataset.held === undefined && (off ? one.setAttribute("aria-disabled", "true") : one.removeAttribute("aria-disabled"));
    const put = (at, value) => parts.map((part, index) => (index === at ? String(value) : part));
    const found = find(parts);
    const before = box.querySelector("[data-parts]:checked");
    if (before) before.checked = false;
    if (found) found.checked = true;
    box.dataset.compose = parts.join(" ");
    for (const one of table.querySelectorAll("[data-part]")) {
      const at = Number(one.dataset.part);
      if (one.dataset.above) one.hidden = Number(parts[at]) >= Number(one.dataset.above);
      else if (one.dataset.below) one.hidden = Number(parts[at]) < Number(one.dataset.below);
      else if (one.dataset.go === undefined && one.dataset.value) one.setAttribute("aria-pressed", String(parts[at] === one.dataset.value));
      else if (one.dataset.step) {
        disable(one, !possible(put(at, Number(parts[at]) + Number(one.dataset.step))));
      } else {
        const bound = find(put(at, one.dataset.value));
        disable(one, !bound);
        one.querySelector("[data-says]").textContent = words(bound, "effect");
      }
    }
    for (const one of box.querySelectorAll("[data-go]:not([data-part])")) disable(one, !found);
    box.toggleAttribute("data-changed", box.dataset.compose !== box.dataset.start);
    for (const one of box.querySelectorAll("[data-shows]")) one.textContent = parts[Number(one.dataset.shows)];
    for (const one of box.querySelectorAll("[data-says]")) {
      if (one.dataset.says === "why") one.textContent = why;
      else if (!one.closest("[data-part]")) one.textContent = words(found, one.dataset.says) || one.dataset.lacks || "";
    }
  };
  const composed = () => {
    const box = table.querySelector("[data-compose]");
    return box ? box.dataset.compose.split(" ") : null;
  };
  // Whether the browser may continue with the click: it was on an enabled button that decides.
  const take = (one) => {
    const parts = composed();
    if (!parts) return false;
    if (one.dataset.held !== undefined) return one.dataset.go !== undefined;
    const at = Number(one.dataset.part);
    if (one.getAttribute("aria-disabled")) {
      compose(parts, one.dataset.why);
      return false;
    }
    parts[at] = one.dataset.step ? String(Number(parts[at]) + Number(one.dataset.step)) : one.dataset.value;
    compose(parts);
    // What the decision is now.
    const whole = table.querySelector("[data-compose] [data-go]:not([data-part]) .words");
    if (one.dataset.step && whole) table.dispatchEvent(new CustomEvent("say", { detail: whole.innerText.replace(/\s+/g, " ") }));
    return one.dataset.go !== undefined;
  };

  document.addEventListener("click", (event) => {
    const part = event.target.closest("[data-part]");
    const lacking = event.target.closest("[data-go][aria-disabled]:not([data-part], [data-held])");
    if (lacking) compose(composed(), lacking.dataset.why);
    if (lacking || (part && !take(part))) event.preventDefault();
  });

  return { compose, composed, take };
})();
