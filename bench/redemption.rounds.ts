import assert from 'node:assert/strict';
import { test } from 'node:test';
import { adminBrowser, makeApp } from '../test/support/oauth.ts';
import {
  raceCode,
  raceRefresh,
  replayCode,
  replayRefresh,
  type Race,
  type Stage,
} from '../test/support/redemption.ts';
import { openWorld } from '../test/support/world.ts';

const ROUNDS = Number(process.env['ROUNDS'] ?? 500);
const world = await openWorld();
const urls = [world.url, await world.addNode()];
const tenant = await world.account();
const app = await makeApp(world, tenant);
const browser = await adminBrowser(world, tenant);
const stage: Stage = { world, urls, app, browser };

const races: [string, (stage: Stage) => Promise<Race>][] = [
  ['code', raceCode],
  ['refresh token', raceRefresh],
];
for (const [what, race] of races) {
  test(`${ROUNDS} rounds of 40 parallel redemptions of one ${what}`, { timeout: 3_600_000 }, async () => {
    let one_winner = 0;
    let winner_lives = 0;
    for (let round = 0; round < ROUNDS; round++) {
      const outcome = await race(stage);
      one_winner += Number(outcome.winners === 1 && outcome.invalid_grant === 39);
      winner_lives += Number(outcome.winner_lives);
    }
    console.log(
      `${what}: exactly one winner ${one_winner}/${ROUNDS}, its token works ${winner_lives}/${ROUNDS}`,
    );
    assert.deepEqual([one_winner, winner_lives], [ROUNDS, ROUNDS]);
  });
}

const replays: [string, (stage: Stage) => Promise<boolean>][] = [
  ['code', replayCode],
  ['refresh token', replayRefresh],
];
for (const [what, replay] of replays) {
  test(`${ROUNDS} replays of a ${what} right after the answer`, { timeout: 3_600_000 }, async () => {
    let dead = 0;
    for (let round = 0; round < ROUNDS; round++) dead += Number(await replay(stage));
    console.log(`${what}: the grant is dead after a replay ${dead}/${ROUNDS}`);
    assert.ok(dead >= ROUNDS * 0.99);
  });
}
