import { fileURLToPath } from 'node:url';
import { callerAt } from '../../support/caller.ts';
import { startMeasured } from '../../support/measured/process.ts';
import { runFuzzRequests, type FuzzFindings } from '../../test/fuzz/support/hunt.ts';
import { createRandomRequests } from '../../test/fuzz/support/randomRequests.ts';
import { openLimitsSite } from '../../test/limits/support/site.ts';
import { createFuzzer } from '../../test/support/fuzzer.ts';
import { plantedDoor } from '../../test/support/planted/door.ts';
import type { Experiment, ExperimentFindings } from '../experiment.ts';

const PLANTED = fileURLToPath(new URL('../../test/support/planted/server.ts', import.meta.url));

function judge({ statuses, broken, held }: FuzzFindings): ExperimentFindings {
  const sum = (least: number) =>
    [...statuses].reduce((all, [status, count]) => all + (Math.floor(status / 100) === least ? count : 0), 0);
  return {
    ledger: {
      answered: [...statuses.values()].reduce((all, count) => all + count, 0),
      '2xx': sum(2),
      '3xx': sum(3),
      '4xx': sum(4),
      '5xx': sum(5),
      held_the_event_loop: held.length,
    },
    broken: [...broken, ...held].map((one) => one.slice(0, 500)),
  };
}

async function huntSite(rounds: number, seed: number): Promise<ExperimentFindings> {
  const site = await openLimitsSite();
  return judge(await runFuzzRequests(site.process, rounds, createRandomRequests(site, createFuzzer(seed))));
}

/** Fuzzes one faulty operation of the planted door together with a harmless one. */
async function huntPlanted(path: string, rounds: number, seed: number): Promise<ExperimentFindings> {
  const planted = await startMeasured({}, PLANTED);
  const nobody = callerAt(planted.url);
  const visitor = { ...nobody, cookie: '', form_token: '' };
  const resources = plantedDoor.resources.filter((one) => ['/quick', path].includes(one.path));
  const own = { url: planted.url, doors: [{ ...plantedDoor, resources }], pages: [] };
  const target = { ...own, enter: async () => nobody, admin: async () => visitor };
  const found = judge(
    await runFuzzRequests(planted, rounds, createRandomRequests(target, createFuzzer(seed))),
  );
  await planted.stop();
  return found;
}

export const fuzzExperiment: Experiment = {
  name: 'fuzz',
  does: 'Sends nearly valid input to every operation, page and parser, with real credentials and existing ids.',
  promise: 'No response is a 5xx, and no request blocks the event loop for 100 ms.',
  unit: 'requests',
  rounds: { short: 2_000, long: 200_000 },
  run: ({ rounds, seed }) => huntSite(rounds, seed),
  controls: [
    {
      plants: 'an operation that fails on some input',
      rounds: 20,
      run: ({ rounds, seed }) => huntPlanted('/break', rounds, seed),
    },
    {
      plants: 'an operation that blocks the event loop for 200 ms',
      rounds: 20,
      run: ({ rounds, seed }) => huntPlanted('/stall', rounds, seed),
    },
  ],
};
