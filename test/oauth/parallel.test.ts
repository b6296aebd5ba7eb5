import assert from 'node:assert/strict';
import { test } from 'node:test';
import { adminBrowser, makeApp } from '../support/oauth.ts';
import { raceCode, raceRefresh, replayCode, replayRefresh } from '../support/redemption.ts';
import { openWorld } from '../support/world.ts';

const ROUNDS = 12;

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

test('400 for a replay right after the answer, on either node, and the grant is dead', async () => {
  let dead = 0;
  for (let round = 0; round < ROUNDS; round++) {
    dead += Number(await replayCode(stage)) + Number(await replayRefresh(stage));
  }
  assert.equal(dead, 2 * ROUNDS);
});
