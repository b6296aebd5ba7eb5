import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Places } from '../../src/features/webhooks/sending/places.ts';

const CAPS = { total: 10, per_account: 6, per_endpoint: 4 };
const LANE = { account_id: 'account', endpoint_id: 'endpoint' };
const OTHER = { account_id: 'account', endpoint_id: 'other' };
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
  const places = new Places({ ...CAPS, total: 20 });
  const takes = (lane: typeof LANE, times: number) =>
    Array.from({ length: times }, () => places.take(lane)).filter(Boolean).length;
  assert.equal(takes(LANE, 5), 4, 'the endpoint');
  assert.equal(takes(OTHER, 3), 2, 'the account');
  for (let left = places.free(); left > 0; left--)
    assert.equal(takes({ account_id: `account-${left}`, endpoint_id: 'last' }, 1), 1);
  assert.equal(takes({ account_id: 'last', endpoint_id: 'last' }, 1), 0, 'the sender');
});

for (const how of ['take', 'takeUnclaimed'] as const)
  test(`an account takes no more than stay free for the next, by ${how}`, () => {
    const places = new Places(CAPS);
    const takes = (account_id: string, times: number) =>
      Array.from({ length: times }, (_, at) =>
        places[how]({ account_id, endpoint_id: `${account_id}-${at}` }),
      ).filter(Boolean).length;
    assert.equal(takes('account', 6), 5);
    assert.equal(takes('stranger', 6), 3);
    assert.equal(takes('last', 6), 1);
    assert.equal(places.free(), 1);
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

const LARGE = { total: 100, per_account: 20, per_endpoint: 8 };

/** Takes places of one account, each for another endpoint. */
function fillAccount(places: Places, account_id: string, count: number): void {
  for (let at = 0; at < count; at++)
    assert.equal(places.take({ account_id, endpoint_id: `${account_id}-${at}` }), true);
}

/** Takes places of other accounts until so many are free. */
function leaveFree(places: Places, free: number): void {
  while (places.free() > free) fillAccount(places, `other-${places.free()}`, 1);
}

const isFull = (places: Places, account_id = 'account') => places.full([account_id]).full_accounts.size === 1;

test('several senders share half of the places, and the other half is for claims', () => {
  const places = new Places({ total: 100, per_account: 13, per_endpoint: 8 });
  const takes = (lane: typeof LANE, times: number) =>
    Array.from({ length: times }, () => places.takeUnclaimed(lane)).filter(Boolean).length;
  assert.equal(places.reserved(), undefined);
  places.shareAmong(2);
  assert.deepEqual(places.reserved(), { per_endpoint: 4, per_account: 6 });
  assert.deepEqual([takes(LANE, 4), takes(OTHER, 4)], [2, 1], 'of the endpoint, then of the account');
  places.shareAmong(1);
  assert.equal(places.reserved(), undefined);
  assert.deepEqual([takes(LANE, 9), takes(OTHER, 9)], [6, 4]);
});

test('a share of one place is taken once', () => {
  const places = new Places({ total: 100, per_account: 6, per_endpoint: 8 });
  places.shareAmong(3);
  assert.deepEqual([places.takeUnclaimed(LANE), places.takeUnclaimed(OTHER)], [true, false]);
});

test('an endpoint that hangs keeps two of the places that senders do not reserve', () => {
  const places = new Places(LARGE);
  places.shareAmong(2);
  places.take(LANE);
  places.give(LANE, true);
  assert.deepEqual(places.endpoints([]), { ids: ['endpoint'], counts: [2] });
});

test('an account has room for an event while a quarter of its places is free', () => {
  const places = new Places(LARGE);
  fillAccount(places, 'account', 15);
  assert.equal(isFull(places), false);
  places.take({ account_id: 'account', endpoint_id: 'last' });
  assert.equal(isFull(places), true);
});

test('an account with places in use has room while twice as many stay free for the others', () => {
  const places = new Places(LARGE);
  fillAccount(places, 'account', 1);
  leaveFree(places, 11);
  assert.equal(isFull(places), false);
  leaveFree(places, 10);
  assert.equal(isFull(places), true);
});

test('an account without a place in use has room until none is free', () => {
  const places = new Places(LARGE);
  leaveFree(places, 1);
  assert.deepEqual([isFull(places), isFull(places, 'other-100')], [false, true]);
  leaveFree(places, 0);
  assert.equal(isFull(places), true);
});

test('no account has room where the share of an endpoint is less than one place', () => {
  const places = new Places(LARGE);
  places.shareAmong(4);
  assert.equal(isFull(places), false);
  places.shareAmong(5);
  assert.equal(isFull(places), true);
});
