/*
 * npm run fuzz [-- --requests 50000 --seed 7]: sends almost valid requests to every door, page and parser, and
 * counts server errors and blocks of the event loop. Equal seeds send equal requests.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseArgs } from 'node:util';
import { openLimitsSite } from '../limits/support/site.ts';
import { createFuzzer } from '../support/fuzzer.ts';
import { runFuzzRequests } from './support/hunt.ts';
import { createRandomRequests } from './support/randomRequests.ts';

const { values } = parseArgs({
  options: { requests: { type: 'string', default: '50000' }, seed: { type: 'string', default: '1' } },
});

await test('no internal error, and no blocked event loop', async () => {
  const site = await openLimitsSite();
  const draw = createRandomRequests(site, createFuzzer(Number(values.seed)));
  const { statuses, broken, held } = await runFuzzRequests(site.process, Number(values.requests), draw);
  for (const line of [...broken, ...held]) process.stdout.write(`FAIL ${line}\n`);
  const byStatus = [...statuses].toSorted(([a], [b]) => a - b);
  console.table(Object.fromEntries(byStatus.map(([status, answers]) => [status, { answers }])));
  process.stdout.write(`${broken.length} broke on our side, ${held.length} held the event loop\n`);
  assert.equal(broken.length + held.length, 0);
});
