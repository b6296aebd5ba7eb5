import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Operation } from '../../src/doors/declaration.ts';
import type { Schema } from '../../src/lib/schema/openapi.ts';
import { listPlaces, nameOf } from '../limits/support/measureOperations.ts';
import { openWorld } from '../support/world.ts';
import { declareList, declareUnpaginatedList, membersOf } from './support/checkLists.ts';
import { PAGINATED_LISTS, UNPAGINATED_LISTS } from './support/lists/all.ts';
import { populateAccount, varyRowStates } from './support/populate.ts';
import { openAccountCallers, operationOf } from './support/stage.ts';

const world = await openWorld();
const [side, strangers] = [await openAccountCallers(world), await openAccountCallers(world)];
const places = new Map(listPlaces(world.app.doors).map((place) => [nameOf(place), place]));
const stage = { ask: side.ask, strangers: strangers.ask };
await populateAccount(world, strangers, 1);
await populateAccount(world, side, 3);
await varyRowStates(world, side, strangers);

test('every list of every door is in the table', () => {
  const known = Object.keys(PAGINATED_LISTS).map(operationOf);
  const declared = [...places.values()]
    .filter(({ operation }) => membersOf(operation.query).includes('offset'))
    .map(nameOf);
  assert.deepEqual(
    declared.filter((name) => !known.includes(name)),
    [],
    'say in test/contracts/support/lists how it is ordered and filtered, and make its rows in populate.ts',
  );
  assert.deepEqual(
    known.filter((name) => !declared.includes(name)),
    [],
  );
});

test('every unpaginated list is in the table', () => {
  const declared = [...places.values()].filter(
    ({ method, operation }) => method === 'GET' && isWhole(operation),
  );
  assert.deepEqual(
    declared.map(nameOf).toSorted(),
    Object.keys(UNPAGINATED_LISTS).toSorted(),
    'say in test/contracts/support/lists how it is ordered, and make its rows in populate.ts',
  );
});

/** True if the answer contains only a list of records, and the query has no required member. */
function isWhole({ query, answer }: Operation): boolean {
  const [asked, answered]: (Schema | undefined)[] = [query, answer];
  const [rows, ...more] = Object.values(answered?.properties ?? {});
  return rows?.items?.properties !== undefined && more.length === 0 && (asked?.required ?? []).length === 0;
}

for (const [name, list] of Object.entries(PAGINATED_LISTS)) {
  const place = places.get(operationOf(name));
  if (place) declareList(stage, name, list, place.operation);
}
for (const [name, list] of Object.entries(UNPAGINATED_LISTS)) declareUnpaginatedList(stage, name, list);
