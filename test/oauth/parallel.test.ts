import assert from 'node:assert/strict';
import { test } from 'node:test';
import { adminBrowser, makeApp } from '../support/oauth.ts';
import {
  raceCode,
  raceRefresh,
  replayCode,
  replayRefresh,
  twinRefresh,
  type Between,
} from '../support/redemption.ts';
import { openWorld } from '../support/world.ts';

/** `ROUNDS=500` looks longer. */
const ROUNDS = Number(process.env['ROUNDS'] ?? 12);
/** The last of 40 is seen 200 ms after the first. */
const ACCEPTING_MS = 5;
/** A connection that was open from the race before would not be accepted anew. */
const NOT_KEPT = { Connection: 'close' };

const world = await openWorld();
const urls = [world.url, await world.addNode()];
const tenant = await world.account();
const app = await makeApp(world, tenant);
const browser = await adminBrowser(world, tenant);
const stage = { world, urls, app, browser };

test('200 for exactly one of 40 who redeem one code at once on two nodes, and its tokens live', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    assert.deepEqual(await raceCode(stage), { winners: 1, invalid_grant: 39, winner_lives: true });
  }
});

test('200 for exactly one of 40 who refresh with one token at once, and its tokens live', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    assert.deepEqual(await raceRefresh(stage), { winners: 1, invalid_grant: 39, winner_lives: true });
  }
});

test('200 for exactly one of 40 at once, and its tokens live, though a node sees the last long after', async () => {
  const { server } = world.app.server;
  const one_node = { ...stage, urls: [world.url], headers: NOT_KEPT };
  server.on('connection', acceptSlowly);
  const races = [await raceCode(one_node), await raceRefresh(one_node)];
  server.off('connection', acceptSlowly);
  const won = { winners: 1, invalid_grant: 39, winner_lives: true };
  assert.deepEqual(races, [won, won]);
});

test('200 for the first of ten twins within 300 ms, and its tokens live', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    assert.deepEqual(await twinRefresh(stage), { winners: 1, invalid_grant: 9, winner_lives: true });
  }
});

const AGAIN: [Between, string, number][] = [
  ['nothing', 'at once, and the grant lives', 200],
  ['use', 'after what the first gave was used, and the grant is dead', 401],
  ['a second', 'after more than a second, and the grant is dead', 401],
];

for (const [between, when, used] of AGAIN) {
  test(`400 for a second use of a code or refresh token ${when}`, async () => {
    for (let round = 0; round < ROUNDS; round++) {
      for (const again of [await replayCode(stage, between), await replayRefresh(stage, between)])
        assert.deepEqual(again, { won: 200, again: 400, used });
    }
  });
}

/** What a machine does that has more to do than it can. */
function acceptSlowly(): void {
  const until_ms = performance.now() + ACCEPTING_MS;
  while (performance.now() < until_ms);
}
