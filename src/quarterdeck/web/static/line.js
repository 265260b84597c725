// A page's connection to its table: a WebSocket; if that is blocked, server-sent events with the same messages; and if
// a proxy buffers those, short polling requests. It asks for a heartbeat when it has been quiet, says when the page is
// not up to date, and reconnects. A move is sent until it is answered; repeated moves are idempotent, because they name
// the version that the player saw. After an upgrade of the server the page reloads: its scripts may not know the updates.
"use strict";
const tableLine = (() => {
  // All in milliseconds. Minimum and maximum time between two attempts.
  const SOON = 500;
  const LATE = 15000;
  const EAGER = 3000;
  // A quiet connection is asked for a heartbeat, and is dead after DEAD without one. A new connection, or one checked
  // when the page wakes up, gets less time.
  const TICK = 1000;
  const QUIET = 5000;
  const DEAD = 11000;
  const OPENING = 5000;
  const WAKING = 4000;
  // A tick that is late by this much means that the computer or the tab has slept.
  const LEAP = 3000;
  // How long a page may be without a connection before it says so: after a WebSocket; after another transport, which
  // ends and restarts regularly; and after loading.
  const GRACE = 1500;
  const LONGER = 11000;
  // How often a hidden page without a WebSocket polls for news. It keeps no stream: over HTTP/1.1 a browser has six
  // connections to a server for all tabs, and the next tab would get none.
  const HIDDEN = 8000;
  const FRESH = 12000;
  // A page that once had a WebSocket falls back to another transport after this many failures; one that never had any,
  // after the first.
  const FEW = 3;
  // How long a page with another transport waits before it tries a WebSocket again.
  const AGAIN = 300000;
  // Session storage key of the transport that got through, so that the next pages use it at once.
  const KEPT = "quarterdeck-line";
  // Session storage key of the time when a page was last reloaded after an upgrade, and how long none is again: servers
  // of two versions may answer in turn.
  const RENEWED = "quarterdeck-renewed";
  const CALM = 600000;
  // Temporary errors: rate limits, or a store or server that is not available.
  const PASSING = [429, 502, 503, 504];
  // The heartbeat in both directions: an empty message.
  const BEAT = "{}";

  const bySocket = (address, on) => {
    const socket = new WebSocket(address.href.replace(/^http/, "ws"));
    // Only the server's answer proves that messages get through; an open socket does not.
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
    // EventSource's own reconnect would use the version of the first request.
    stream.onerror = () => {
      stream.close();
      on.end();
    };
    // A stream sends heartbeats by itself.
    return { send: () => {}, close: () => stream.close() };
  };

  const WAYS = { socket: bySocket, stream: byStream, poll: byStream };

  // The transport to begin with, and when a WebSocket was last tried.
  const remembered = () => {
    try {
      const [way, tried] = JSON.parse(sessionStorage.getItem(KEPT));
      if (way in WAYS && Date.now() >= tried && Date.now() < tried + AGAIN) return { way, tried };
    } catch {
      // Storage is empty or refused.
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

  // Reload, unless that was just done or something that is being written would be lost.
  const renew = () => {
    const fields = Array.from(document.querySelectorAll("input:not([type])"));
    if (fields.some((field) => field.value !== field.defaultValue)) return;
    try {
      if (Date.now() < Number(sessionStorage.getItem(RENEWED)) + CALM) return;
      sessionStorage.setItem(RENEWED, Date.now());
    } catch {
      return;
    }
    location.reload();
  };

  // `where`: the connection's address; `asked`: returns the query, anew each time; `heard`: called with each message;
  // `told`: called with "open", "lost" (the page is not up to date) or "unsaved".
  return ({ where, asked, heard, told }) => {
    let link = null;
    let { way, tried } = remembered();
    let failed = 0;
    let socketMet = false;
    let met = false;
    let wait = SOON;
    let reconnecting = 0;
    // Since when there is no connection, how long that is tolerated, and whether the page has said so.
    let since = Date.now();
    let grace = FRESH;
    let said = false;
    let ticked = Date.now();
    let sent = 0;
    let move = null;
    // Whether the server's build is another than the page's.
    let old = false;

    const settle = (news) => {
      if (!move) return;
      const { answer, timer } = move;
      clearTimeout(timer);
      move = null;
      answer(news);
      if (old) renew();
    };

    // No answer, or a temporary error: retry after a while.
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
        const answer = await request(mine.address, body);
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
      // Nobody closes a dead connection: a computer that has slept notices only by a timeout.
      move.timer = setTimeout(() => (link && link === move.by ? hangUp() : again()), PATIENCE);
    };

    const receive = (mine, text) => {
      if (mine !== link) return;
      const news = JSON.parse(text);
      sign();
      if (news.renewed) {
        old = true;
        if (!move) renew();
      } else if (news.act === undefined) {
        if (text !== BEAT) heard(news);
      } else if (move && news.act === move.act) PASSING.includes(news.status) ? again() : settle(news);
    };

    // The connection has given a sign of life.
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
      // The server holds a poll until there is news: the first one only has to show that answers get through.
      const first = way === "poll" && !met;
      const once = brief || first ? { once: "now" } : way === "poll" ? { once: "on" } : {};
      const address = new URL(where, location.href);
      address.search = new URLSearchParams({ ...asked(), ...once, build: document.documentElement.dataset.build });
      const due = now + (way === "poll" ? 2 * OPENING : OPENING);
      const mine = (link = { way, brief, began: now, live: false, asked: true, quiet: 0, due });
      const on = { message: (text) => receive(mine, text), end: () => mine === link && ended(false) };
      Object.assign(mine, WAYS[way](address, on));
    };

    // Close a dead connection, since nobody else does.
    const hangUp = () => {
      link.close();
      ended(true);
    };

    // After a connection has ended or gone `silent`: choose the next transport and the pause before it.
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
      // Cut off at once: a proxy does not pass on streaming responses.
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
      // After such a long silence the page is out of date.
      if (silent && live) say();
      if (move && move.by === mine) again();
    };

    // Check the connection when the page wakes up: what broke during sleep is not reported.
    const check = () => {
      const now = Date.now();
      if (!link) return hurry();
      if (now >= link.due && link.asked) return hangUp();
      if (!link.live) return;
      link.due = now + (link.way === "socket" ? WAKING : QUIET + WAKING);
      ask();
    };

    // The network is back, or the page is visible again: reconnect now, and retry transports that failed.
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
      // Another network may allow WebSockets.
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
    // Browsers cache a page for the back button only if it has no open connection.
    addEventListener("pagehide", () => link && rest(SOON));
    // Warn before a page with an unanswered move is left.
    addEventListener("beforeunload", (event) => {
      if (move && move.tries) event.preventDefault();
    });
    connect();

    return {
      open: () => Boolean(link && link.live),
      // Whether there was a connection before: then there will be one again.
      met: () => met,
      // The table's answer to a move, `fields`, however long it takes: {version} or {error}, or {reload} if only a new
      // page can show it. Sent by POST to `address` without a WebSocket.
      send: (address, fields) =>
        new Promise((answer) => {
          move = { act: String((sent += 1)), address, fields, answer, by: null, tries: 0, timer: 0 };
          attempt();
        }),
    };
  };
})();
