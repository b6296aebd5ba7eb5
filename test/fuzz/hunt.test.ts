/* Fuzzes forms, queries, headers and invalid HTTP: the short form of `npm run fuzz`. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { openLimitsSite } from '../limits/support/site.ts';
import { callerAt } from '../../support/caller.ts';
import { createFuzzer } from '../support/fuzzer.ts';
import { startMeasured } from '../../support/measured/process.ts';
import { plantedDoor } from '../support/planted/door.ts';
import { runFuzzRequests } from './support/hunt.ts';
import { createRandomRequests } from './support/randomRequests.ts';

const REQUESTS = Number(process.env['REQUESTS'] ?? 1_000);
const SEED = Number(process.env['SEED'] ?? 1);
const PLANTED = fileURLToPath(new URL('../support/planted/server.ts', import.meta.url));
const site = await openLimitsSite();
const planted = await startMeasured({}, PLANTED);
after(() => planted.stop());

test('no 5xx and no blocked event loop for any input', async (t) => {
  const { statuses, broken, held } = await runFuzzRequests(
    site.process,
    REQUESTS,
    createRandomRequests(site, createFuzzer(SEED)),
  );
  t.diagnostic([...statuses].map(([status, count]) => `${status}: ${count}`).join(', '));
  assert.deepEqual({ broken, held }, { broken: [], held: [] });
  assert.ok((statuses.get(200) ?? 0) > REQUESTS / 50, 'what is sent is not only refused');
});

test('a door with a 5xx response and a door that blocks the event loop are detected', async () => {
  const nobody = callerAt(planted.url);
  const visitor = { ...nobody, cookie: '', form_token: '' };
  const own = { url: planted.url, doors: [plantedDoor], pages: [] };
  const target = { ...own, enter: async () => nobody, admin: async () => visitor };
  const { broken, held } = await runFuzzRequests(
    planted,
    30,
    createRandomRequests(target, createFuzzer(SEED)),
  );
  assert.ok(
    broken.length > 0 && broken.every((one) => one.startsWith('POST /planted/break')),
    broken.join('\n'),
  );
  assert.ok(
    held.length > 0 && held.every((one) => /^\d+ ms: POST \/planted\/stall/.test(one)),
    held.join('\n'),
  );
});
