// "What is this?": while it is active, a click on the table explains the element and does nothing else.
"use strict";
(() => {
  const table = document.querySelector("[data-table]");
  const button = document.getElementById("what");
  const dialog = document.getElementById("thing");
  if (!table || !button || !dialog) return;
  const bar = document.getElementById("asking");
  const title = document.getElementById("thing-title");
  let asking = false;
  let shown = null;

  // The clicked element may contain the thing, as a card's button does.
  const explained = (element) => element.closest?.("[data-thing]") ?? element.closest?.("button")?.querySelector("[data-thing]");
  const about = (thing) => document.getElementById(`about-${thing.dataset.thing}`);

  // In lists a button must be inside an entry.
  const holder = (thing) => (thing.matches("dl, ul") ? thing.querySelector("dd, li") : thing);

  // One tab stop for each kind of thing: a button over it. The next update removes it.
  const mark = () => {
    const held = document.activeElement?.closest(".what-stop")?.dataset.key;
    for (const one of table.querySelectorAll(".what-stop")) one.remove();
    for (const one of table.querySelectorAll("[data-what-stop]")) delete one.dataset.whatStop;
    for (const link of table.querySelectorAll("a[data-thing]")) link.tabIndex = asking ? 0 : -1;
    if (!asking) return;
    const met = new Set();
    for (const thing of table.querySelectorAll("[data-thing]")) {
      const hidden = thing.closest("[aria-hidden=true], [hidden]") || !thing.getClientRects().length;
      if (hidden || met.has(thing.dataset.thing) || thing.closest("a, button, summary, label") || !about(thing) || !holder(thing)) continue;
      met.add(thing.dataset.thing);
      const stop = document.createElement("button");
      stop.type = "button";
      stop.className = "what-stop";
      stop.dataset.key = `what-${thing.dataset.thing}`;
      stop.setAttribute("aria-label", about(thing).dataset.name);
      thing.dataset.whatStop = getComputedStyle(thing).position === "static" ? "static" : "";
      holder(thing).append(stop);
      if (stop.dataset.key === held) stop.focus({ preventScroll: true });
    }
  };

  const ask = (on) => {
    if (asking === on) return;
    asking = on;
    document.body.classList.toggle("asking-what", on);
    button.setAttribute("aria-pressed", String(on));
    bar.textContent = on ? bar.dataset.words : bar.dataset.wordsOver;
    mark();
    if (!on && (document.activeElement === document.body || !document.activeElement)) button.focus();
  };

  const explain = (thing) => {
    const text = about(thing);
    if (!text) return;
    if (shown) shown.hidden = true;
    shown = text;
    shown.hidden = false;
    title.textContent = text.dataset.name;
    dialog.returnValue = "";
    if (!dialog.open) dialog.showModal();
    title.focus();
  };

  // Closing by Esc, or by its second button, also ends this mode.
  dialog.addEventListener("close", () => ask(dialog.returnValue === "more"));

  button.setAttribute("role", "button");
  button.setAttribute("aria-pressed", "false");
  button.addEventListener("click", (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    ask(!asking);
  });
  button.addEventListener("keydown", (event) => {
    if (event.key !== " ") return;
    event.preventDefault();
    // A key that is held down repeats itself.
    if (!event.repeat) ask(!asking);
  });

  addEventListener(
    "click",
    (event) => {
      const thing = explained(event.target);
      if (!asking && !(thing && thing.matches("a, .legend [data-thing]"))) return;
      if (!table.contains(event.target) || event.ctrlKey || event.metaKey || event.shiftKey) return;
      // Folded elements may be opened meanwhile.
      if (!thing && event.target.closest("summary")) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      if (thing) explain(thing);
    },
    true,
  );

  addEventListener(
    "keydown",
    (event) => {
      if (!isShortcut(event) || isCovered() || (event.key.length === 1 && event.key !== " " && singleKeys.off())) return;
      if (event.key.toLowerCase() === "w") ask(!asking);
      else if (!asking) return;
      else if (event.key === "Escape") ask(false);
      else if ((event.key === "Enter" || event.key === " ") && table.contains(event.target) && explained(event.target)) explain(explained(event.target));
      // The table's keys are off: digits would make moves.
      else if (!/^[0-9a-z]$/i.test(event.key)) return;
      event.preventDefault();
      event.stopImmediatePropagation();
    },
    true,
  );

  table.addEventListener("drawn", mark);
})();
