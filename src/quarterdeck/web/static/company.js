// The company at a table: ticking clocks, and actions concerning seats without a page load.
"use strict";
(() => {
  const company = document.getElementById("company");
  if (!company) return;
  const table = document.querySelector("[data-table]");
  const refusal = company.querySelector(":scope > .refusal");
  const glance = document.getElementById("glance");
  const LITTLE = 15000;
  const LITTLE_SLOW = 6 * 3600000;
  // How far the server's clock is ahead of ours.
  let ahead = Number(company.dataset.now || Date.now()) - Date.now();

  const words = (text, figures) => text.replace(/\{(\w+)\}/g, (_all, name) => figures[name]);
  // Same as `time_left` in web/table/company.py: rounded up, so that 3 days begin as "3 d 0 h".
  const inShort = (left) => {
    const seconds = Math.ceil(Math.max(0, left) / 1000);
    const minutes = Math.ceil(seconds / 60);
    const hours = Math.ceil(seconds / 3600);
    if (minutes >= 48 * 60) return words(company.dataset.wordsDays, { days: Math.floor(hours / 24), hours: hours % 24 });
    if (seconds >= 3600) return words(company.dataset.wordsHours, { hours: Math.floor(minutes / 60), minutes: minutes % 60 });
    return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
  };

  // First the time for this decision, then the reserve.
  const tick = () => {
    const now = Date.now() + ahead;
    const running = Array.from(company.querySelectorAll(".clock[data-until]"));
    for (const clock of running) {
      const left = Math.max(0, Number(clock.dataset.until) - now);
      const reserve = Math.min(Number(clock.dataset.reserve), left);
      const put = (selector, text) => {
        const place = clock.querySelector(selector);
        if (place && place.textContent !== text) place.textContent = text;
      };
      put("b", inShort(left - reserve));
      put(".reserve", `+${inShort(reserve)}`);
      clock.classList.toggle("little", left <= (clock.dataset.slow === undefined ? LITTLE : LITTLE_SLOW));
    }
    look(running);
  };

  // Isolated, because a right-to-left name would reorder the digits after it.
  const RIGHT_TO_LEFT = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;
  const fenced = (name) => (RIGHT_TO_LEFT.test(name) ? `\u2068${name}\u2069` : name);

  // Whether the open question has come into sight.
  let brought = false;
  // On a small screen the company is far down, so a line shows its clocks and new chat messages.
  const look = (running) => {
    // Where many are to act at once, the line has room for one clock: the reader's own.
    const own = running.find((clock) => clock.closest("li") === company.querySelectorAll(".chairs > li")[Number(table.dataset.seat || -1)]);
    const clocks = running.length > 2 ? [own || running[0]] : own ? [own, ...running.filter((clock) => clock !== own)] : running;
    const put = (name, text) => {
      const span = document.createElement("span");
      span.className = name;
      span.textContent = text;
      return span;
    };
    const shown = clocks.map((clock) => {
      const name = fenced(clock.closest("li").querySelector("bdi").textContent);
      const one = put("running", "");
      const left = `${clock.classList.contains("little") ? "! " : ""}${clock.querySelector("b").textContent}`;
      const reserve = clock.querySelector(".reserve")?.textContent;
      one.append(put("of", `${name} `), put("left", left), ...(reserve ? [" ", put("reserve", reserve)] : []));
      return one;
    });
    // Open questions come first, since they wait for an answer.
    const asked = Array.from(company.querySelectorAll("[data-glance]"), (one) => one.dataset.glance);
    shown.unshift(...asked.map((question) => put("asked", question)));
    // A new question comes into sight by itself, once nobody writes in the pane that it would hide: the next letters
    // would be keys of the table, and make moves.
    if (!asked.length) brought = false;
    else if (!brought && !document.activeElement?.closest("#talk form")) {
      brought = true;
      book.show(company);
    }
    glance.classList.toggle("asks", asked.length > 0);
    const unread = document.getElementById("unread");
    if (unread && unread.textContent) shown.push(put("post", `✉ ${unread.textContent}`));
    const text = shown.map((one) => one.textContent).join(" · ");
    const link = glance.firstChild;
    if (link.textContent !== text) link.replaceChildren(...shown.flatMap((one, at) => (at ? [put("and", " · "), one] : [one])));
    glance.hidden = !text;
  };

  const say = (sentence) => {
    refusal.textContent = sentence;
  };
  // The second click of a double click may fall on what has come in the place of the first one's button: on "Take that
  // back" in the place of "Agree".
  company.addEventListener("click", (event) => {
    if (event.detail > 1 && event.target.closest("button")) event.preventDefault();
  });
  // What comes of these is brought by the table's connection, and nothing that is being written is lost.
  const BROUGHT = /\/(ask|agree|refuse|resume)$/;
  const send = async (form) => {
    const fields = new FormData(form);
    fields.set("csrf", company.dataset.csrf);
    const address = form.getAttribute("action");
    try {
      const news = await (await request(address, fields)).json();
      if (news.error) say(news.error);
      // A player who has left a sealed table can't see it any more.
      else if (news.go) location.assign(news.go);
      else if (BROUGHT.test(address)) table.dispatchEvent(new Event("brought"));
      // Sitting down or leaving changes the whole page.
      else {
        book.stay();
        location.reload();
      }
    } catch {
      say(company.dataset.wordsFailed);
    }
  };
  let sending = false;
  company.addEventListener("submit", async (event) => {
    if (!event.target.closest("#region_company")) return;
    event.preventDefault();
    // Until there is an answer, nothing else is sent.
    if (sending) return;
    sending = true;
    say("");
    // Where this leads is told by the answer, not by the table's connection.
    table.dataset.led = "";
    await send(event.target);
    delete table.dataset.led;
    sending = false;
  });

  glance.addEventListener("click", () => {
    const talk = document.getElementById("talk");
    if (talk && document.getElementById("unread").textContent) book.show(talk);
  });
  table.addEventListener("news", (event) => {
    if (event.detail.now) ahead = event.detail.now - Date.now();
    tick();
  });
  tick();
  setInterval(tick, 1000);
})();
