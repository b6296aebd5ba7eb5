/*
 * npm run limits [-- --only tasks] [--copies 100]: lists every declared maximum with its test, and the longest block
 * of the event loop that the largest requests of its operation cause.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseArgs } from 'node:util';
import { listDeclaredMaxima, listMembersWithoutMaximum, nameOfBound } from './support/bounds.ts';
import {
  MOST_BLOCKED_MS,
  nameOf,
  type RequestMeasurement,
  type OperationPlace,
} from './support/measureOperations.ts';
import { measurePages } from './support/pages.ts';
import { openLimitsSite } from './support/site.ts';
import { fillAccount } from './support/fillAccount.ts';
import { longestMeasurement, measureAllOperations } from './support/survey.ts';

const { values } = parseArgs({
  options: { only: { type: 'string', default: '' }, copies: { type: 'string', default: '20' } },
});
const HELD_BY = { bound: 'test/limits/bounds.test.ts', hold: 'test/limits/limits.test.ts' };

const is_wanted = (name: string) => name.includes(values.only);
let too_long = 0;

await test('nothing holds the event loop for long', async () => {
  const site = await openLimitsSite();
  await measureAllOperations(site, await fillAccount(site, { copies: Number(values.copies) }), {
    choose: (place, all) => (is_wanted(nameOf(place)) ? all : []),
    tell({ place, held }) {
      if (held.length === 0) return;
      printHold(nameOf(place), held);
      printBounds(place);
    },
  });
  const pages = site.pages.filter(({ path }) => is_wanted(path));
  for (const { page, held } of await measurePages(site, pages)) printHold(page, held);
  print(`${too_long} of all hold the event loop for more than ${MOST_BLOCKED_MS} ms (${HELD_BY.hold})`);
  assert.equal(too_long, 0);
});

function printHold(name: string, held: readonly RequestMeasurement[]): void {
  const longest = longestMeasurement(held);
  if (!longest) return;
  const is_over = longest.hold_ms > MOST_BLOCKED_MS;
  if (is_over) too_long++;
  print(
    `${is_over ? 'OVER' : 'ok  '} ${longest.hold_ms.toFixed(0).padStart(5)} ms  ${name}: ${longest.what}`,
  );
}

function printBounds(place: OperationPlace): void {
  const { resource } = place;
  const own = listDeclaredMaxima(place).map(nameOfBound);
  const limit = resource.body_limit_bytes === undefined ? [] : [`body ${resource.body_limit_bytes} bytes`];
  const open = listMembersWithoutMaximum(place).map(
    ({ member, bounded_by = 'NOTHING' }) => `${member}: by ${bounded_by}`,
  );
  for (const bound of [...limit, ...own, ...open]) print(`${' '.repeat(15)}${bound}  (${HELD_BY.bound})`);
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
