import assert from 'node:assert/strict';
import { test } from 'node:test';
import { adminBrowser, makeApp } from '../support/oauth.ts';
import { raceCode, raceRefresh, replayCode, replayRefresh, type Replay } from '../support/redemption.ts';
import { openWorld } from '../support/world.ts';

/** `ROUNDS=500` looks longer. */
const ROUNDS = Number(process.env['ROUNDS'] ?? 12);
/** On a busy machine a replay is at times seen so late that it may have been sent before the answer. */
const MOST_MISSED = Math.max(2, (2 * ROUNDS) / 100);
/** 40 of them take longer than the winner waits for others. */
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

test('400 for a replay right after the answer, on either node, and the grant is dead', async () => {
  const replays: Replay[] = [];
  for (let round = 0; round < ROUNDS; round++)
    replays.push(await replayCode(stage), await replayRefresh(stage));
  assert.ok(replays.every(({ won, again }) => won === 200 && again === 400));
  const dead = replays.filter(({ used }) => used === 401);
  assert.ok(replays.length - dead.length <= MOST_MISSED, `${dead.length} of ${replays.length}`);
});

/** What a machine does that has more to do than it can. */
function acceptSlowly(): void {
  const until_ms = performance.now() + ACCEPTING_MS;
  while (performance.now() < until_ms);
}
