import { adminBrowser, makeApp } from '../../test/support/oauth.ts';
import {
  raceCode,
  raceRefresh,
  replayCode,
  replayRefresh,
  refreshConcurrently,
  type RaceResult,
  type TokenRaceStage,
} from '../../test/support/tokenRaces.ts';
import { openWorld } from '../../test/support/world.ts';
import type { Database } from '../../src/lib/sql/sql.ts';
import type { Experiment, ExperimentFindings } from '../experiment.ts';
import { forgetRedeemedCodes } from '../support/plantedBugs.ts';

async function openStage(plant?: (db: Database) => Promise<void>): Promise<TokenRaceStage> {
  const world = await openWorld();
  await plant?.(world.db);
  const tenant = await world.account();
  const app = await makeApp(world, tenant);
  const browser = await adminBrowser(world, tenant);
  return { world, urls: [world.url, await world.addNode()], app, browser };
}

async function race(rounds: number, plant?: (db: Database) => Promise<void>): Promise<ExperimentFindings> {
  const stage = await openStage(plant);
  const ledger = { redeemed_at_once: 0, winners: 0, refused: 0, second_uses: 0, second_uses_refused: 0 };
  const broken: string[] = [];
  const note = (how: string, { winners, invalid_grant, winner_lives }: RaceResult) => {
    ledger.redeemed_at_once += winners + invalid_grant;
    ledger.winners += winners;
    ledger.refused += invalid_grant;
    if (winners !== 1) broken.push(`${how}: ${winners} winners`);
    else if (!winner_lives) broken.push(`${how}: the winner's token is dead`);
  };
  for (let round = 0; round < rounds; round++) {
    note('a code', await raceCode(stage));
    note('a refresh token', await raceRefresh(stage));
    note('twins of a refresh', await refreshConcurrently(stage));
    for (const { again } of [await replayCode(stage, 'nothing'), await replayRefresh(stage, 'use')]) {
      ledger.second_uses++;
      if (again === 400) ledger.second_uses_refused++;
      else broken.push(`a second use was answered ${again}`);
    }
  }
  return { ledger, broken };
}

export const oauthRacesExperiment: Experiment = {
  name: 'oauth-races',
  does: 'Each round sends the same code, and the same refresh token, forty times at once to two nodes, sends one refresh token ten times in short intervals, and uses a redeemed code and a rotated refresh token again.',
  promise: 'Exactly one request succeeds, its tokens work, and all others are answered with invalid_grant.',
  unit: 'rounds of 5 races',
  rounds: { short: 4, long: 500 },
  run: ({ rounds }) => race(rounds),
  controls: [
    {
      plants: 'a redeemed code or refresh token is not marked as used',
      rounds: 1,
      run: ({ rounds }) => race(rounds, forgetRedeemedCodes),
    },
  ],
};
