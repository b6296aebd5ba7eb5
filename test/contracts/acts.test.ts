import assert from 'node:assert/strict';
import { test } from 'node:test';
import { listPlaces, nameOf } from '../limits/support/measureOperations.ts';
import { openWorld } from '../support/world.ts';
import { ACTS } from './support/acts/all.ts';
import { OWN_SIGN_IN } from './support/acts/ownSignIn.ts';
import { declareAct } from './support/checkActs.ts';
import { rowReader } from './support/rows.ts';
import { openAccountCallers, operationOf } from './support/stage.ts';

const world = await openWorld({ backups: { place: '/backups', at_minute_of_day: 180, keep: 1 } });
const readRows = await rowReader(world.db);
const [side, strangers, own] = [
  await openAccountCallers(world),
  await openAccountCallers(world),
  await openAccountCallers(world),
];

// The process may end right after the commit, so the answer that a retry receives must be stored in the same
// transaction. This trigger fails when a stored answer is changed later.
await world.db.unsafe(`
  create function keep_answer() returns trigger language plpgsql as
    $$ begin raise exception 'the answer becomes another one: % -> %', old.answer, new.answer; end $$;
  create trigger keep_answer before update on idempotency_keys for each row
    when (old.answer is not null and new.answer is not null) execute function keep_answer()`);

test('every write operation of every door is in the table', () => {
  const known = Object.keys({ ...ACTS, ...OWN_SIGN_IN }).map(operationOf);
  const declared = listPlaces(world.app.doors)
    .filter(({ method }) => method !== 'GET')
    .map(nameOf);
  assert.deepEqual(
    declared.filter((name) => !known.includes(name)),
    [],
    'say in test/contracts/support/acts how it is done, what the audit log tells of it, and what once more does',
  );
  assert.deepEqual(
    known.filter((name) => !declared.includes(name)),
    [],
  );
});

const places = new Map(listPlaces(world.app.doors).map((place) => [nameOf(place), place]));
for (const [stage, acts] of [
  [{ world, side, strangers, readRows }, ACTS],
  [{ world, side: own, strangers, readRows }, OWN_SIGN_IN],
] as const)
  for (const [name, act] of Object.entries(acts)) {
    const place = places.get(operationOf(name));
    if (place) declareAct(stage, name, act, place.operation);
  }
