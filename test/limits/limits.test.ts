/* No request, however large, blocks the event loop: the short form of `npm run limits`. */
import assert from 'node:assert/strict';
import { fileURLToPath } from 'node:url';
import { after, test } from 'node:test';
import { callerAt } from '../../support/caller.ts';
import { startMeasured } from '../../support/measured/process.ts';
import { plantedDoor } from '../support/planted/door.ts';
import {
  drive,
  listPlaces,
  MOST_HOLD_MS,
  nameOf,
  sendLargest,
  type Held,
  type Place,
} from './support/measureOperations.ts';
import { drivePages } from './support/pages.ts';
import type { Largest } from './support/requests.ts';
import { openSite } from './support/site.ts';
import { store } from './support/fillAccount.ts';
import { longestOf, survey } from './support/survey.ts';

const PLANTED = fileURLToPath(new URL('../support/planted/server.ts', import.meta.url));
const site = await openSite();
const stored = await store(site, { copies: 3 });
const planted = await startMeasured({}, PLANTED);
after(() => planted.stop());

test(`no operation at its declared maximum blocks the event loop for ${MOST_HOLD_MS} ms`, async (t) => {
  const rows = await survey(site, stored, { choose: chooseFew() });
  const longest = rows.flatMap(({ place, held }) => held.map((one) => ({ name: nameOf(place), ...one })));
  t.diagnostic(describe(longestOf(longest)));
  assert.deepEqual(longest.filter(isTooLong).map(describe), []);
});

test(`no page blocks the event loop for ${MOST_HOLD_MS} ms, whatever its form contains`, async (t) => {
  const held = (await drivePages(site, site.pages)).flatMap(({ page, held }) =>
    held.map((one) => ({ name: page, ...one })),
  );
  t.diagnostic(describe(longestOf(held)));
  assert.deepEqual(held.filter(isTooLong).map(describe), []);
});

test('an operation that blocks the event loop is detected, and no other operation', async () => {
  const nobody = callerAt(planted.url);
  const caught: string[] = [];
  for (const place of listPlaces([plantedDoor])) {
    const request = { what: 'a word', query: '', body: () => '{"word":"x"}' };
    const held = await drive(planted, request, (raw) => sendLargest(nobody, place, request, raw));
    if (isTooLong(held)) caught.push(nameOf(place));
  }
  assert.deepEqual(caught, ['POST /planted/stall']);
});

/**
 * Selects the operation's own largest request. Requests that every HTTP server handles equally are sent once per
 * door and body limit.
 */
function chooseFew() {
  const seen = new Set<string>();
  return ({ prefix, resource, operation }: Place, all: Largest[]) => {
    const limit = `${prefix} ${resource.body_limit_bytes}`;
    const is_first = operation.body !== undefined && !seen.has(limit);
    if (is_first) seen.add(limit);
    return all.filter(({ is_own = false }, at) => (is_own ? at === 0 : is_first));
  };
}

function isTooLong({ hold_ms }: Held): boolean {
  return hold_ms > MOST_HOLD_MS;
}

function describe(held: (Held & { name?: string }) | undefined): string {
  if (!held) return 'nothing was driven';
  return `${held.name}, ${held.what}: ${Math.round(held.hold_ms)} ms, ${held.status}`;
}
