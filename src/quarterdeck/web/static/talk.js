// The chat at a table: new messages appear by themselves, and are counted while it is folded.
"use strict";
(() => {
  const talk = document.getElementById("talk");
  if (!talk) return;
  const table = document.querySelector("[data-table]");
  const said = document.getElementById("said");
  const unread = document.getElementById("unread");
  const form = document.getElementById("say-it");
  const READ = `read-${table.dataset.table}`;
  let read = Number(kept.get(READ));

  const time = (at) => {
    const when = new Date(at.dateTime);
    const day = when.toDateString() === new Date().toDateString() ? {} : { day: "numeric", month: "short" };
    at.textContent = when.toLocaleString(document.documentElement.lang, { hour: "2-digit", minute: "2-digit", ...day });
    at.title = when.toLocaleString(document.documentElement.lang);
  };

  // Who is hidden here, by name: nobody has the name of another at a table.
  const MUTED = `muted-${table.dataset.table}`;
  const mutes = document.getElementById("mutes");
  const muted = new Set(kept.get(MUTED).split("\n"));
  const speaker = (line) => line.querySelector("b").textContent;
  const hide = () => {
    for (const line of said.children) line.hidden = muted.has(speaker(line));
  };
  const offer = () => {
    const others = Array.from(said.children).filter((line) => !["-1", table.dataset.seat].includes(line.dataset.seat));
    const list = mutes.querySelector("ul");
    const offered = new Set(Array.from(list.children, (one) => one.textContent));
    for (const name of new Set(others.map(speaker))) {
      if (offered.has(name)) continue;
      const one = document.getElementById("mute").content.cloneNode(true);
      one.querySelector("bdi").textContent = name;
      one.querySelector("input").checked = muted.has(name);
      list.append(one);
    }
    mutes.hidden = !list.children.length;
  };
  mutes.addEventListener("change", (event) => {
    const name = event.target.closest("label").textContent;
    if (event.target.checked) muted.add(name);
    else muted.delete(name);
    kept.set(MUTED, Array.from(muted).join("\n"));
    hide();
    count();
  });

  const count = () => {
    const times = Array.from(said.querySelectorAll("li:not([hidden])"), (line) => Number(line.dataset.at));
    if (talk.open) {
      read = times.at(-1) || 0;
      kept.set(READ, read);
    }
    const fresh = times.filter((at) => at > read).length;
    const words = fresh === 1 ? talk.dataset.wordsUnreadOne : talk.dataset.wordsUnread;
    const text = fresh ? words.replace("{count}", fresh) : "";
    if (unread.textContent !== text) unread.textContent = text;
  };

  table.addEventListener("news", (event) => {
    const news = event.detail.talk;
    if (!news) return;
    if (news.all !== undefined) said.innerHTML = news.all;
    else said.insertAdjacentHTML("beforeend", news.more);
    talk.dataset.heard = news.heard;
    for (const at of said.querySelectorAll("time:empty")) time(at);
    hide();
    offer();
    count();
  });

  talk.addEventListener("toggle", () => {
    count();
  });

  form?.addEventListener("submit", async (event) => {
    event.preventDefault();
    const refusal = form.querySelector(".refusal");
    const text = form.elements.text;
    const button = form.querySelector("button");
    const fields = new FormData(form);
    refusal.textContent = "";
    button.disabled = true;
    try {
      const answer = await request(form.getAttribute("action"), fields);
      const news = await answer.json();
      // Keep the input until it was sent.
      if (news.error) refusal.textContent = news.error;
      else if (text.value === fields.get("text")) text.value = "";
    } catch {
      refusal.textContent = talk.dataset.wordsFailed;
    }
    button.disabled = false;
    // Whoever has gone on elsewhere meanwhile stays there.
    const held = document.activeElement;
    if (held === document.body || form.contains(held)) text.focus({ preventScroll: true });
  });

  for (const at of said.querySelectorAll("time")) time(at);
  hide();
  offer();
  talk.open = !talk.closest(".pane").hidden;
  count();
})();
