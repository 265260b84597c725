// The coach: analyses a replay in place and updates it as it grows, and gives advice for the next move. Without this
// script forms post, and a replay reloads itself until the coach is done.
"use strict";
(() => {
  const table = document.querySelector("[data-table]");
  const region = document.getElementById("region_coach");
  const tell = (sentence) => table.dispatchEvent(new CustomEvent("say", { detail: sentence }));
  const post = async (form) => {
    try {
      const answer = await request(form.getAttribute("action"), new FormData(form), 30000);
      return await answer.json();
    } catch {
      return { error: table.dataset.wordsFailed };
    }
  };

  // Advice holds for one decision and stays beside the prompt until it is made, whatever others do meanwhile.
  const asking = () => table.querySelector("[data-asks]");
  let said = null;
  const place = () => {
    const still = said && asking()?.dataset.decision === said.dataset.decision;
    if (still) asking().closest(".asking").after(said);
    else said = null;
  };
  const say = (form, inner) => {
    said?.remove();
    table.querySelector(".advice")?.remove();
    said = Object.assign(document.createElement("div"), { innerHTML: inner });
    said.dataset.decision = form.dataset.decision;
    place();
  };
  const line = (words) => {
    const quoted = document.createElement("p");
    quoted.textContent = words;
    return `<div class="advice">${quoted.outerHTML}</div>`;
  };
  if (table) {
    document.addEventListener("submit", async (event) => {
      const form = event.target;
      if (!form.matches("[data-asks]")) {
        if (form.closest("#region_prompt")) said = null;
        return;
      }
      event.preventDefault();
      say(form, line(form.dataset.wordsThinking));
      const asked = said;
      const answer = await post(form);
      // Meanwhile decided, or asked again.
      if (said !== asked) return;
      say(form, answer.error ? line(answer.error) : answer.advice);
      if (said) tell(said.querySelector("p").textContent);
    });
    table.addEventListener("news", place);
  }
  if (!table || !region) return;
  // Milliseconds between two looks, and after a refusal.
  const PAUSE = 600;
  const REFUSED = 5000;
  const busy = () => region.querySelector("[data-coach]");
  let timer = null;

  // A coach that is still getting ready is asked again after a while.
  const later = () => {
    clearTimeout(timer);
    const form = region.querySelector("[data-later]") && region.querySelector("form");
    if (form) timer = setTimeout(async () => told(await post(form)), 20000);
  };

  const refuse = (sentence) => {
    const refusal = region.querySelector(".no-answer");
    // What it says already is not announced again.
    if (refusal && refusal.textContent !== sentence) refusal.textContent = sentence;
    later();
  };

  // Focus stays in place, or goes to the heading if its element is gone.
  const show = (html) => {
    const held = region.contains(document.activeElement) ? document.activeElement : null;
    const key = held && (held.dataset.key || held.id);
    region.innerHTML = html;
    if (held) (region.querySelector(`[data-key="${CSS.escape(key)}"], #${CSS.escape(key || "-")}`) || document.getElementById("coach-title")).focus({ preventScroll: true });
  };

  const told = (answer) => {
    if (answer.error) return refuse(answer.error);
    const was = Boolean(busy());
    show(answer.region);
    if (was && !answer.busy) tell(region.querySelector("h2").dataset.done);
    wait();
  };

  const look = async () => {
    const asked = busy();
    if (!asked) return;
    try {
      const answer = await request(asked.dataset.coach, undefined, 30000);
      const found = await answer.json();
      // The user may have turned the page meanwhile.
      if (busy()?.dataset.coach !== asked.dataset.coach) return;
      told(found);
      // A refusal, of too many requests for example, passes.
      if (found.error) wait(REFUSED);
    } catch {
      wait();
    }
  };

  const wait = (pause = PAUSE) => {
    clearTimeout(timer);
    if (busy()) timer = setTimeout(look, pause);
  };

  document.addEventListener("submit", async (event) => {
    const form = event.target;
    if (!region.contains(form)) return;
    event.preventDefault();
    told(await post(form));
  });

  // After a page turn the page may show less than the coach has found by now.
  table.addEventListener("news", () => wait());
  wait();
  if (location.hash === "#asked") later();
})();
