// A game of the shape of ours on boardgame.io: four players, hands and a deck that playerView keeps secret, a log
// of what was played, 160 moves. Usage: node server.js [folder for flat files]
"use strict";
const { FlatFile, Server } = require("boardgame.io/server");

const GOODS = ["food", "wine", "gold", "silk", "salt", "rope"];
const HAND = 6;
const MOVES = 160;

const voyage = {
  name: "voyage",
  setup: ({ ctx, random }) => {
    const deck = random.Shuffle(Array.from({ length: 90 }, (_, card) => GOODS[card % GOODS.length]));
    const players = {};
    for (const player of ctx.playOrder) players[player] = { hand: deck.splice(0, HAND), points: 0, role: random.D6() };
    return { deck, players, shown: [], captain: "0", slot: 0, played: 0 };
  },
  playerView: ({ G, playerID }) => {
    const players = {};
    for (const [player, own] of Object.entries(G.players)) {
      players[player] = player === playerID ? own : { ...own, hand: own.hand.length, role: null };
    }
    return { ...G, deck: G.deck.length, players };
  },
  moves: {
    show: ({ G, ctx, events, random }, place) => {
      const own = G.players[ctx.currentPlayer];
      if (!(place in own.hand)) return "INVALID_MOVE";
      G.shown.push({ player: ctx.currentPlayer, good: own.hand[place] });
      if (G.shown.length === 12) G.deck = random.Shuffle([...G.deck, ...G.shown.splice(0).map((card) => card.good)]);
      own.hand[place] = G.deck.pop();
      own.points += own.hand[place] === "gold" ? 2 : 1;
      G.slot = (G.slot + 1) % 12;
      G.played += 1;
      events.endTurn();
    },
  },
  endIf: ({ G }) => (G.played >= MOVES ? { winner: "0" } : undefined),
};

const folder = process.argv[2];
const server = Server({
  games: [voyage],
  origins: ["http://localhost"],
  ...(folder && { db: new FlatFile({ dir: folder }) }),
});
server.run({ port: 0 }).then(({ appServer }) => console.log(`http://127.0.0.1:${appServer.address().port}`));
