// A page's line to its table: a socket; where sockets don't get through, server-sent events with the same messages; and
// where a proxy holds those back, short requests one after another. The line watches itself: it asks for a sign of
// life when it has been quiet, says when the page is not up to date, and reconnects. A move is sent until it is
// answered: the same move sent twice is made once, as it names the version that its player saw.
"use strict";
const tableLine = (() => {
  // All in milliseconds. Until an answer to a move counts as lost, and between two attempts at least and at most.
  const PATIENCE = 8000;
  const SOON = 500;
  const LATE = 15000;
  const EAGER = 3000;
  // A quiet line is asked for a sign, and is dead without any sign for DEAD; a new one, or one that is checked when
  // the page wakes, has to give a sign sooner.
  const TICK = 1000;
  const QUIET = 5000;
  const DEAD = 11000;
  const OPENING = 5000;
  const WAKING = 4000;
  // So much later than due, a tick shows that the computer or the tab has slept.
  const LEAP = 3000;
  // How long a page may be without a line before it says so: after a socket; after another way, which ends and begins
  // again by itself; and when it has just been loaded.
  const GRACE = 1500;
  const LONGER = 11000;
  // How often a hidden page without a socket asks for news. It keeps no stream: over HTTP/1.1 a browser has six
  // connections to a server for all its tabs together, and the next tab would wait for one in vain.
  const HIDDEN = 8000;
  const FRESH = 12000;
  // A page that has had a socket takes another way after so many failed ones; one that has had none, after the first.
  const FEW = 3;
  // How long a page that gets its news another way waits before it tries a socket again.
  const AGAIN = 300000;
  // Where a session keeps which other way got through, so that its next pages take it at once.
  const KEPT = "quarterdeck-line";
  // What passes by itself: too many moves at once, a store or a server that can't be reached for the moment.
  const PASSING = [429, 502, 503, 504];
  // The heartbeat, from both sides: a message that says nothing.
  const BEAT = "{}";

  const bySocket = (address, on) => {
    const socket = new WebSocket(address.href.replace(/^http/, "ws"));
    // The server's answer shows that messages get through, which an open socket alone does not.
    socket.onopen = () => socket.send(BEAT);
    socket.onmessage = (event) => on.message(event.data);
    socket.onclose = () => on.end();
    return {
      send: (text) => socket.readyState === WebSocket.OPEN && socket.send(text),
      close() {
        socket.onopen = socket.onmessage = socket.onclose = null;
        socket.close();
      },
    };
  };

  const byStream = (address, on) => {
    const stream = new EventSource(address);
    stream.onmessage = (event) => on.message(event.data);
    // By itself it would come back with the version of the first time.
    stream.onerror = () => {
      stream.close();
      on.end();
    };
    // It beats by itself.
    return { send: () => {}, close: () => stream.close() };
  };

  const WAYS = { socket: bySocket, stream: byStream, poll: byStream };

  // The way to begin with, and when a socket was tried last.
  const remembered = () => {
    try {
      const [way, tried] = JSON.parse(sessionStorage.getItem(KEPT));
      if (way in WAYS && Date.now() >= tried && Date.now() < tried + AGAIN) return { way, tried };
    } catch {
      // Nothing is kept, or may be.
    }
    return { way: "socket", tried: 0 };
  };
  const remember = (way, tried) => {
    try {
      if (way === "socket") sessionStorage.removeItem(KEPT);
      else sessionStorage.setItem(KEPT, JSON.stringify([way, tried]));
    } catch {
      // Then every page finds out by itself.
    }
  };

  // `where`: the line's address; `asked`: what to ask it for, anew each time; `heard`: called with each message;
  // `told`: called with "open", "lost" (the page is not up to date) or "unsaved".
  return ({ where, asked, heard, told }) => {
    let link = null;
    let { way, tried } = remembered();
    let failed = 0;
    let socketMet = false;
    let met = false;
    let wait = SOON;
    let reconnecting = 0;
    // Since when there has been no line, how long that may last, and whether the page has said so.
    let since = Date.now();
    let grace = FRESH;
    let said = false;
    let ticked = Date.now();
    let sent = 0;
    let move = null;

    const settle = (news) => {
      if (!move) return;
      const { answer, timer } = move;
      clearTimeout(timer);
      move = null;
      answer(news);
    };

    // Not answered, or answered by what passes: the same again, after a while.
    const again = () => {
      if (!move) return;
      clearTimeout(move.timer);
      move.tries += 1;
      move.timer = setTimeout(attempt, Math.min(SOON * 2 ** (move.tries - 1), EAGER));
      told("unsaved");
    };

    const post = async (mine) => {
      let news = null;
      let status = 0;
      try {
        const body = new URLSearchParams(mine.fields);
        const headers = { Accept: "application/json" };
        const answer = await fetch(mine.address, { method: "POST", body, headers, signal: AbortSignal.timeout(PATIENCE) });
        status = answer.status;
        if ((answer.headers.get("content-type") || "").includes("json")) news = await answer.json();
      } catch {
        status = 503;
      }
      if (mine !== move) return;
      if (PASSING.includes(status)) again();
      else settle(news || { reload: true });
    };

    const attempt = () => {
      clearTimeout(move.timer);
      if (!link || !link.live || link.way !== "socket") return void post(move);
      const { seat, version, action } = move.fields;
      move.by = link;
      link.send(JSON.stringify({ act: move.act, seat, version, action }));
      // Nobody hangs up on a line that is dead: a computer that has slept finds out only by waiting.
      move.timer = setTimeout(() => (link && link === move.by ? hangUp() : again()), PATIENCE);
    };

    const receive = (mine, text) => {
      if (mine !== link) return;
      const news = JSON.parse(text);
      sign();
      if (news.act === undefined) {
        if (text !== BEAT) heard(news);
      } else if (move && news.act === move.act) PASSING.includes(news.status) ? again() : settle(news);
    };

    // The line has given a sign of life.
    const sign = () => {
      const now = Date.now();
      link.due = now + DEAD;
      link.asked = false;
      link.quiet = now + QUIET;
      if (link.live) return;
      link.live = met = true;
      if (link.way === "socket") socketMet = true;
      remember(link.way, tried);
      failed = 0;
      wait = SOON;
      said = false;
      told("open");
      if (move && move.tries) attempt();
    };

    const ask = () => {
      link.asked = true;
      link.send(BEAT);
    };

    const say = () => {
      if (!said) told("lost");
      said = true;
    };

    const connect = () => {
      clearTimeout(reconnecting);
      const now = Date.now();
      if (way === "socket") tried = now;
      const brief = document.hidden && way !== "socket";
      const once = brief ? { once: "now" } : way === "poll" ? { once: "on" } : {};
      const address = new URL(where, location.href);
      address.search = new URLSearchParams({ ...asked(), ...once });
      const due = now + (way === "poll" ? 2 * OPENING : OPENING);
      const mine = (link = { way, brief, began: now, live: false, asked: true, quiet: 0, due });
      const on = { message: (text) => receive(mine, text), end: () => mine === link && ended(false) };
      Object.assign(mine, WAYS[way](address, on));
    };

    // A dead line: nobody else ends it.
    const hangUp = () => {
      link.close();
      ended(true);
    };

    // How to go on after a line that has ended, or given no sign (`silent`): the next way, and after which pause.
    const ended = (silent) => {
      const mine = link;
      const { way: before, live } = mine;
      link = null;
      clearTimeout(reconnecting);
      let pause = 0;
      if (live) {
        since = Date.now();
        grace = before === "socket" ? GRACE : LONGER;
      }
      if (live && before === "socket") pause = SOON;
      else if (live && mine.brief) pause = document.hidden ? HIDDEN : 0;
      else if (live && Date.now() > tried + AGAIN) way = "socket";
      // Cut off at once: by what passes on no answer that goes on.
      else if (live) way = Date.now() < mine.began + OPENING ? "poll" : before;
      else {
        failed += 1;
        if (before === "socket") way = socketMet && failed < FEW ? "socket" : "stream";
        else way = before === "stream" && silent ? "poll" : "socket";
        if (way === "socket") {
          pause = move ? Math.min(wait, EAGER) : wait;
          wait = Math.min(wait * 2, LATE);
        } else socketMet = false;
      }
      reconnecting = setTimeout(connect, pause + Math.random() * 250);
      // What was quiet for so long has left the page behind already.
      if (silent && live) say();
      if (move && move.by === mine) again();
    };

    // Is the line still there? Asked when the page wakes: it is not told what broke while it slept.
    const check = () => {
      const now = Date.now();
      if (!link) return hurry();
      if (now >= link.due && link.asked) return hangUp();
      if (!link.live) return;
      link.due = now + (link.way === "socket" ? WAKING : QUIET + WAKING);
      ask();
    };

    // The network is back, or the page is looked at again: no need to wait, and what did not get through may do now.
    const hurry = () => {
      if (document.hidden) return;
      wait = SOON;
      failed = 0;
      way = "socket";
      connect();
    };

    const tick = () => {
      const now = Date.now();
      const slept = now < ticked || now > ticked + LEAP;
      ticked = now;
      if (slept) {
        since = Math.min(since, now);
        check();
      } else if (link && now >= link.due) hangUp();
      else if (link && link.live && now >= link.quiet && !link.asked) ask();
      if (!(link && link.live) && now - since > grace) say();
    };

    setInterval(tick, TICK);
    addEventListener("online", () => {
      // Another network may let sockets through.
      tried = 0;
      check();
    });
    addEventListener("pageshow", (event) => event.persisted && check());
    const rest = (pause) => {
      link.close();
      link = null;
      since = Date.now();
      clearTimeout(reconnecting);
      reconnecting = setTimeout(connect, pause);
    };
    document.addEventListener("visibilitychange", () => {
      if (!document.hidden) return check();
      if (!link || link.way === "socket") return;
      grace = LONGER;
      rest(HIDDEN);
    });
    // Browsers keep a page that is left and may be come back to, but none with a line.
    addEventListener("pagehide", () => link && rest(SOON));
    // A page that is left now would take along what nobody has noted yet.
    addEventListener("beforeunload", (event) => {
      if (move && move.tries) event.preventDefault();
    });
    connect();

    return {
      open: () => Boolean(link && link.live),
      // Whether the line has ever been open: then it will be again.
      met: () => met,
      // The table's answer to a move, `fields`, however long it takes: {version} or {error}, or {reload} if only a new
      // page can tell. By POST to `address` where there is no socket.
      send: (address, fields) =>
        new Promise((answer) => {
          move = { act: String((sent += 1)), address, fields, answer, by: null, tries: 0, timer: 0 };
          attempt();
        }),
    };
  };
})();
