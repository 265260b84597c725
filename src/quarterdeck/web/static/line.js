// A page's line to its table: a socket that is taken up again whenever it breaks, and a move that is sent until it is
// answered. The same move sent twice is made once: it names the version that its player saw.
"use strict";
const tableLine = (() => {
  // Milliseconds: until an answer counts as lost, and between two attempts at least and at most.
  const PATIENCE = 8000;
  const SOON = 500;
  const LATE = 15000;
  const EAGER = 3000;
  // What passes by itself: too many moves at once, a store or a server that can't be reached for the moment.
  const PASSING = [429, 502, 503, 504];

  // `where`: the socket's address; `asked`: what to ask it for, anew for each socket; `heard`: called with each message;
  // `told`: called with "open", "lost" (and for how many ms the next attempt waits) or "unsaved".
  return ({ where, asked, heard, told }) => {
    let socket = null;
    let wait = SOON;
    let met = false;
    let reconnecting = 0;
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
      if (!socket || socket.readyState !== WebSocket.OPEN) return void post(move);
      const { seat, version, action } = move.fields;
      move.by = socket;
      socket.send(JSON.stringify({ act: move.act, seat, version, action }));
      // Nobody hangs up on a line that is dead: a computer that has slept finds out only by waiting.
      move.timer = setTimeout(() => {
        hangUp();
        again();
      }, PATIENCE);
    };

    const receive = (news) => {
      if (news.act === undefined) heard(news);
      else if (move && news.act === move.act) PASSING.includes(news.status) ? again() : settle(news);
    };

    const hangUp = () => {
      if (!socket) return;
      const old = socket;
      socket = null;
      old.onopen = old.onmessage = old.onclose = null;
      old.close();
      lost();
    };

    const lost = () => {
      const pause = move ? Math.min(wait, EAGER) : wait;
      reconnecting = setTimeout(connect, pause + Math.random() * 250);
      told("lost", pause);
      wait = Math.min(wait * 2, LATE);
    };

    const connect = () => {
      clearTimeout(reconnecting);
      const mine = (socket = new WebSocket(`${where}?${new URLSearchParams(asked())}`));
      mine.onopen = () => {
        wait = SOON;
        met = true;
        told("open");
        if (move && move.tries) attempt();
      };
      mine.onmessage = (event) => receive(JSON.parse(event.data));
      mine.onclose = () => {
        socket = null;
        lost();
        if (move && move.by === mine) again();
      };
    };

    // The network is back, or the page is looked at again: no need to wait.
    const hurry = () => {
      if (socket || document.hidden) return;
      wait = SOON;
      connect();
    };
    addEventListener("online", hurry);
    document.addEventListener("visibilitychange", hurry);
    addEventListener("pagehide", () => socket?.readyState === WebSocket.OPEN && socket.close());
    // A page that is left now would take along what nobody has noted yet.
    addEventListener("beforeunload", (event) => {
      if (move && move.tries) event.preventDefault();
    });
    connect();

    return {
      open: () => Boolean(socket && socket.readyState === WebSocket.OPEN),
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
