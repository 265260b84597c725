// "What is this?": while it is asked, what is pressed on the table is explained and does nothing else.
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

  const explained = (element) => element.closest?.("[data-thing]");
  const about = (thing) => document.getElementById(`about-${thing.dataset.thing}`);

  // One stop for each kind of thing: the first that can be focused. The next update brings elements without.
  const mark = () => {
    for (const one of table.querySelectorAll("[data-what-stop]")) {
      one.removeAttribute("tabindex");
      one.removeAttribute("role");
      one.removeAttribute("aria-label");
      delete one.dataset.whatStop;
    }
    for (const link of table.querySelectorAll("a[data-thing]")) link.tabIndex = asking ? 0 : -1;
    if (!asking) return;
    const met = new Set();
    for (const thing of table.querySelectorAll("[data-thing]:not(a)")) {
      const hidden = thing.closest("[aria-hidden=true], [hidden]") || !thing.getClientRects().length;
      if (hidden || met.has(thing.dataset.thing) || thing.hasAttribute("tabindex") || thing.matches("button") || !about(thing)) continue;
      met.add(thing.dataset.thing);
      thing.dataset.whatStop = "";
      thing.tabIndex = 0;
      thing.setAttribute("role", "button");
      thing.setAttribute("aria-label", about(thing).dataset.name);
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

  // Closed by Esc, or by its second button, the asking is over, too.
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
    ask(!asking);
  });

  addEventListener(
    "click",
    (event) => {
      const thing = explained(event.target);
      if (!asking && !(thing && thing.matches("a, .legend [data-thing]"))) return;
      if (!table.contains(event.target) || event.ctrlKey || event.metaKey || event.shiftKey) return;
      // What is folded away may be opened meanwhile.
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
      if (event.ctrlKey || event.metaKey || event.altKey || event.target.matches?.("input:not([type=range]), select, textarea")) return;
      if (document.querySelector("dialog[open]") || (event.key.length === 1 && event.key !== " " && singleKeys.off())) return;
      if (event.key.toLowerCase() === "w") ask(!asking);
      else if (!asking) return;
      else if (event.key === "Escape") ask(false);
      else if ((event.key === "Enter" || event.key === " ") && table.contains(event.target) && explained(event.target)) explain(explained(event.target));
      // The keys of the table rest: its digits would make moves.
      else if (!/^[0-9a-z]$/i.test(event.key)) return;
      event.preventDefault();
      event.stopImmediatePropagation();
    },
    true,
  );

  table.addEventListener("news", mark);
})();
