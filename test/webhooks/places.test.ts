import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Places } from '../../src/features/webhooks/sending/places.ts';

const CAPS = { total: 10, per_account: 6, per_endpoint: 4 };
const LANE = { account_id: 'account', endpoint_id: 'endpoint' };
const OTHER = { account_id: 'account', endpoint_id: 'other' };
const STRANGER = { account_id: 'stranger', endpoint_id: 'third' };
const NONE = { ids: [], counts: [] };

test('places are counted by endpoint and by account while they are taken, and are free again afterwards', () => {
  const places = new Places(CAPS);
  for (const lane of [LANE, LANE, OTHER]) assert.equal(places.take(lane), true);
  assert.equal(places.free(), 7);
  assert.deepEqual(places.endpoints([]), { ids: ['endpoint', 'other'], counts: [2, 1] });
  assert.deepEqual(places.accounts(), { ids: ['account'], counts: [3] });
  places.give(LANE, false);
  assert.equal(places.free(), 8);
  assert.deepEqual(places.endpoints([]), { ids: ['endpoint', 'other'], counts: [1, 1] });
  places.give(LANE, false);
  places.give(OTHER, false);
  assert.deepEqual([places.endpoints([]), places.accounts()], [NONE, NONE]);
});

test('no place is given beyond those of an endpoint, of an account and of the sender', () => {
  const places = new Places(CAPS);
  const takes = (lane: typeof LANE, times: number) =>
    Array.from({ length: times }, () => places.take(lane)).filter(Boolean).length;
  assert.equal(takes(LANE, 5), 4, 'the endpoint');
  assert.equal(takes(OTHER, 3), 2, 'the account');
  assert.equal(takes(STRANGER, 5), 4);
  assert.equal(places.free(), 0);
  assert.equal(takes({ account_id: 'last', endpoint_id: 'last' }, 1), 0, 'the sender');
});

test('an account takes no more than stay free for the next of what is not claimed', () => {
  const places = new Places(CAPS);
  const taken = Array.from({ length: 6 }, (_, at) =>
    places.takeUnclaimed({ account_id: 'account', endpoint_id: `endpoint-${at}` }),
  );
  assert.deepEqual(taken, [true, true, true, true, true, false]);
});

test('an endpoint that hung keeps two places until it answers again', () => {
  const places = new Places(CAPS);
  places.take(LANE);
  places.give(LANE, true);
  assert.deepEqual(places.endpoints([]), { ids: ['endpoint'], counts: [2] });
  places.take(LANE);
  assert.deepEqual(places.endpoints([]), { ids: ['endpoint'], counts: [3] });
  places.give(LANE, false);
  assert.deepEqual(places.endpoints([]), NONE);
});

test('an endpoint that rests has no place free', () => {
  const places = new Places(CAPS);
  assert.deepEqual(places.endpoints(['endpoint']), { ids: ['endpoint'], counts: [4] });
});

test('deliveries that are not claimed wait behind rows that were left, and where no place is free', () => {
  const places = new Places(CAPS);
  const full = () => places.full(['account', 'account', 'stranger']);
  assert.deepEqual(full(), { full_accounts: new Set(), full_endpoints: [] });
  places.leave([OTHER], true);
  assert.deepEqual(full().full_endpoints, ['other']);
  places.leave([LANE], false);
  assert.deepEqual(full().full_endpoints, ['other', 'endpoint']);
  places.leave([], true);
  assert.deepEqual(full().full_endpoints, []);
  for (let taken = 0; taken < 4; taken++) places.take(LANE);
  assert.deepEqual(full(), { full_accounts: new Set(['account']), full_endpoints: ['endpoint'] });
});

test('an endpoint may hang that never had more than two places', () => {
  const places = new Places({ ...CAPS, per_endpoint: 1 });
  places.take(LANE);
  places.give(LANE, true);
  assert.deepEqual(places.endpoints([]), { ids: ['endpoint'], counts: [0] });
});
