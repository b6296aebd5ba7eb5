import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Places } from '../../src/features/webhooks/sending/places.ts';

const CAPS = { total: 10, per_account: 6, per_endpoint: 4 };
const LANE = { account_id: 'account', endpoint_id: 'endpoint' };
const OTHER = { account_id: 'account', endpoint_id: 'other' };

test('places are counted by endpoint and by account while they are taken, and are free again afterwards', () => {
  const places = new Places(CAPS);
  for (const lane of [LANE, LANE, OTHER]) places.take(lane);
  assert.equal(places.free(), 7);
  assert.deepEqual(places.endpoints([]), { ids: ['endpoint', 'other'], counts: [2, 1] });
  assert.deepEqual(places.accounts(), { ids: ['account'], counts: [3] });
  places.give(LANE, false);
  assert.equal(places.free(), 8);
  assert.deepEqual(places.endpoints([]), { ids: ['endpoint', 'other'], counts: [1, 1] });
  places.give(LANE, false);
  places.give(OTHER, false);
  assert.deepEqual(places.endpoints([]), { ids: [], counts: [] });
  assert.deepEqual(places.accounts(), { ids: [], counts: [] });
});

test('an endpoint that hung keeps two places until it answers again', () => {
  const places = new Places(CAPS);
  places.take(LANE);
  places.give(LANE, true);
  assert.deepEqual(places.endpoints([]), { ids: ['endpoint'], counts: [2] });
  places.take(LANE);
  assert.deepEqual(places.endpoints([]), { ids: ['endpoint'], counts: [3] });
  places.give(LANE, false);
  assert.deepEqual(places.endpoints([]), { ids: [], counts: [] });
});

test('an endpoint that rests has no place free', () => {
  const places = new Places(CAPS);
  assert.deepEqual(places.endpoints(['endpoint']), { ids: ['endpoint'], counts: [4] });
});

test('an endpoint may hang that never had more than two places', () => {
  const places = new Places({ ...CAPS, per_endpoint: 1 });
  places.take(LANE);
  places.give(LANE, true);
  assert.deepEqual(places.endpoints([]), { ids: ['endpoint'], counts: [0] });
});
