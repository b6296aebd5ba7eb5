/* No request, however large, blocks the event loop: the short form of `npm run limits`. */
import assert from 'node:assert/strict';
import { fileURLToPath } from 'node:url';
import { after, test } from 'node:test';
import { callerAt } from '../../support/caller.ts';
import { startMeasured } from '../../support/measured/process.ts';
import { plantedDoor } from '../support/planted/door.ts';
import {
  measureRequest,
  listPlaces,
  MOST_BLOCKED_MS,
  nameOf,
  sendLargestRequest,
  type RequestMeasurement,
  type OperationPlace,
} from './support/measureOperations.ts';
import { measurePages } from './support/pages.ts';
import type { LargestRequest } from './support/requests.ts';
import { openLimitsSite } from './support/site.ts';
import { fillAccount } from './support/fillAccount.ts';
import { longestMeasurement, measureAllOperations } from './support/survey.ts';

const PLANTED = fileURLToPath(new URL('../support/planted/server.ts', import.meta.url));
const site = await openLimitsSite();
const stored = await fillAccount(site, { copies: 3 });
const planted = await startMeasured({}, PLANTED);
after(() => planted.stop());

test(`no operation at its declared maximum blocks the event loop for ${MOST_BLOCKED_MS} ms`, async (t) => {
  const rows = await measureAllOperations(site, stored, { choose: chooseFew() });
  const longest = rows.flatMap(({ place, held }) => held.map((one) => ({ name: nameOf(place), ...one })));
  t.diagnostic(describe(longestMeasurement(longest)));
  assert.deepEqual(longest.filter(isTooLong).map(describe), []);
});

test(`no page blocks the event loop for ${MOST_BLOCKED_MS} ms, whatever its form contains`, async (t) => {
  const held = (await measurePages(site, site.pages)).flatMap(({ page, held }) =>
    held.map((one) => ({ name: page, ...one })),
  );
  t.diagnostic(describe(longestMeasurement(held)));
  assert.deepEqual(held.filter(isTooLong).map(describe), []);
});

test('an operation that blocks the event loop is detected, and no other operation', async () => {
  const nobody = callerAt(planted.url);
  const caught: string[] = [];
  for (const place of listPlaces([plantedDoor])) {
    const request = { what: 'a word', query: '', body: () => '{"word":"x"}' };
    const held = await measureRequest(planted, request, (raw) =>
      sendLargestRequest(nobody, place, request, raw),
    );
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
  return ({ prefix, resource, operation }: OperationPlace, all: LargestRequest[]) => {
    const limit = `${prefix} ${resource.body_limit_bytes}`;
    const is_first = operation.body !== undefined && !seen.has(limit);
    if (is_first) seen.add(limit);
    return all.filter(({ is_own = false }, at) => (is_own ? at === 0 : is_first));
  };
}

function isTooLong({ hold_ms }: RequestMeasurement): boolean {
  return hold_ms > MOST_BLOCKED_MS;
}

function describe(held: (RequestMeasurement & { name?: string }) | undefined): string {
  if (!held) return 'nothing was driven';
  return `${held.name}, ${held.what}: ${Math.round(held.hold_ms)} ms, ${held.status}`;
}
