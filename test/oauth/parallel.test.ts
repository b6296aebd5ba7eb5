import assert from 'node:assert/strict';
import { test } from 'node:test';
import { adminBrowser, makeApp } from '../support/oauth.ts';
import {
  raceCode,
  raceRefresh,
  replayCode,
  replayRefresh,
  refreshConcurrently,
  type BetweenUses,
} from '../support/tokenRaces.ts';
import { openWorld } from '../support/world.ts';

/** With `ROUNDS=500`, the test runs more rounds. */
const ROUNDS = Number(process.env['ROUNDS'] ?? 12);
/** The pause with which the service accepts the last of 40 requests 200 ms after the first. */
const ACCEPTING_MS = 5;
/** A connection that is still open from the previous race would not be accepted again, so none is kept alive. */
const NOT_KEPT = { Connection: 'close' };

const world = await openWorld();
const urls = [world.url, await world.addNode()];
const tenant = await world.account();
const app = await makeApp(world, tenant);
const browser = await adminBrowser(world, tenant);
const stage = { world, urls, app, browser };

test('200 for exactly one of 40 concurrent exchanges of one code on two nodes, whose tokens stay valid', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    assert.deepEqual(await raceCode(stage), { winners: 1, invalid_grant: 39, winner_lives: true });
  }
});

test('200 for exactly one of 40 concurrent refreshes with one token, whose tokens stay valid', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    assert.deepEqual(await raceRefresh(stage), { winners: 1, invalid_grant: 39, winner_lives: true });
  }
});

test('200 for exactly one of 40 concurrent exchanges with valid tokens, although a node sees the last one late', async () => {
  const { server } = world.app.server;
  const one_node = { ...stage, urls: [world.url], headers: NOT_KEPT };
  server.on('connection', acceptSlowly);
  const races = [await raceCode(one_node), await raceRefresh(one_node)];
  server.off('connection', acceptSlowly);
  const won = { winners: 1, invalid_grant: 39, winner_lives: true };
  assert.deepEqual(races, [won, won]);
});

test('200 for the first of ten duplicates within 300 ms, whose tokens stay valid', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    assert.deepEqual(await refreshConcurrently(stage), { winners: 1, invalid_grant: 9, winner_lives: true });
  }
});

const AGAIN: [BetweenUses, string, number][] = [
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

/** Blocks the event loop like an overloaded machine. */
function acceptSlowly(): void {
  const until_ms = performance.now() + ACCEPTING_MS;
  while (performance.now() < until_ms);
}
