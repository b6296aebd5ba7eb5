import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SlotPool } from '../../src/features/webhooks/sending/slotPool.ts';

const CAPS = { total: 10, per_account: 6, per_endpoint: 4 };
const LANE = { account_id: 'account', endpoint_id: 'endpoint' };
const OTHER = { account_id: 'account', endpoint_id: 'other' };
const NONE = { ids: [], counts: [] };

test('slots are counted by endpoint and account while in use and are free again afterwards', () => {
  const places = new SlotPool(CAPS);
  for (const lane of [LANE, LANE, OTHER]) assert.equal(places.acquire(lane), true);
  assert.equal(places.free(), 7);
  assert.deepEqual(places.endpoints([]), { ids: ['endpoint', 'other'], counts: [2, 1] });
  assert.deepEqual(places.accounts(), { ids: ['account'], counts: [3] });
  places.release(LANE, false);
  assert.equal(places.free(), 8);
  assert.deepEqual(places.endpoints([]), { ids: ['endpoint', 'other'], counts: [1, 1] });
  places.release(LANE, false);
  places.release(OTHER, false);
  assert.deepEqual([places.endpoints([]), places.accounts()], [NONE, NONE]);
});

test('no slot is assigned beyond the limits of endpoint, account and sender', () => {
  const places = new SlotPool({ ...CAPS, total: 20 });
  const takes = (lane: typeof LANE, times: number) =>
    Array.from({ length: times }, () => places.acquire(lane)).filter(Boolean).length;
  assert.equal(takes(LANE, 5), 4, 'the endpoint');
  assert.equal(takes(OTHER, 3), 2, 'the account');
  for (let left = places.free(); left > 0; left--)
    assert.equal(takes({ account_id: `account-${left}`, endpoint_id: 'last' }, 1), 1);
  assert.equal(takes({ account_id: 'last', endpoint_id: 'last' }, 1), 0, 'the sender');
});

test('an account uses no more slots than stay free for others', () => {
  const places = new SlotPool(CAPS);
  const takes = (account_id: string, times: number) =>
    Array.from({ length: times }, (_, at) =>
      places.acquire({ account_id, endpoint_id: `${account_id}-${at}` }),
    ).filter(Boolean).length;
  assert.equal(takes('account', 6), 5);
  assert.equal(takes('stranger', 6), 3);
  assert.equal(takes('last', 6), 1);
  assert.equal(places.free(), 1);
});

test('each sender has an equal share of the slots of endpoints and accounts, and at least one', () => {
  const places = new SlotPool({ total: 100, per_account: 6, per_endpoint: 4 });
  const takes = (times: number) =>
    Array.from({ length: times }, () => places.acquire(LANE)).filter(Boolean).length;
  for (const [senders, per_endpoint, per_account] of [
    [1, 4, 6],
    [2, 2, 3],
    [3, 1, 2],
    [50, 1, 1],
  ] as const) {
    places.shareAmong(senders);
    assert.deepEqual(
      [places.limits().per_endpoint, places.limits().per_account],
      [per_endpoint, per_account],
    );
  }
  places.shareAmong(2);
  assert.equal(takes(4), 2);
  assert.deepEqual(places.full(['account']).full_endpoints, ['endpoint']);
  places.shareAmong(1);
  assert.equal(takes(4), 2, 'the other sender has left');
});

test('a sender that has more than its new share takes none until it has less', () => {
  const places = new SlotPool({ total: 100, per_account: 6, per_endpoint: 4 });
  for (let taken = 0; taken < 4; taken++) assert.ok(places.acquire(LANE));
  places.shareAmong(2);
  for (const expected of [false, false, false, true]) {
    assert.equal(places.acquire(LANE), expected);
    if (!expected) places.release(LANE, false);
  }
});

test('an endpoint whose attempt timed out has two slots until it answers again', () => {
  const places = new SlotPool(CAPS);
  places.acquire(LANE);
  places.release(LANE, true);
  assert.deepEqual(places.endpoints([]), { ids: ['endpoint'], counts: [2] });
  places.acquire(LANE);
  assert.deepEqual(places.endpoints([]), { ids: ['endpoint'], counts: [3] });
  places.release(LANE, false);
  assert.deepEqual(places.endpoints([]), NONE);
});

test('an endpoint that backs off has no free slot', () => {
  const places = new SlotPool(CAPS);
  assert.deepEqual(places.endpoints(['endpoint']), { ids: ['endpoint'], counts: [4] });
});

test('new deliveries wait behind unclaimed rows, and without a free slot', () => {
  const places = new SlotPool(CAPS);
  const full = () => places.full(['account', 'account', 'stranger']);
  assert.deepEqual(full(), { full_accounts: new Set(), full_endpoints: [] });
  places.noteUnclaimed([OTHER], true);
  assert.deepEqual(full().full_endpoints, ['other']);
  places.noteUnclaimed([LANE], false);
  assert.deepEqual(full().full_endpoints, ['other', 'endpoint']);
  places.noteUnclaimed([], true);
  assert.deepEqual(full().full_endpoints, []);
  for (let taken = 0; taken < 4; taken++) places.acquire(LANE);
  assert.deepEqual(full(), { full_accounts: new Set(['account']), full_endpoints: ['endpoint'] });
});

test('an endpoint with at most two slots may time out', () => {
  const places = new SlotPool({ ...CAPS, per_endpoint: 1 });
  places.acquire(LANE);
  places.release(LANE, true);
  assert.deepEqual(places.endpoints([]), { ids: ['endpoint'], counts: [0] });
});

const LARGE = { total: 100, per_account: 20, per_endpoint: 8 };

/** Acquires slots for one account, each for another endpoint. */
function fillAccount(places: SlotPool, account_id: string, count: number): void {
  for (let at = 0; at < count; at++)
    assert.equal(places.acquire({ account_id, endpoint_id: `${account_id}-${at}` }), true);
}

/** Acquires slots for other accounts until only `free` slots are left. */
function leaveFree(places: SlotPool, free: number): void {
  while (places.free() > free) fillAccount(places, `other-${places.free()}`, 1);
}

const isFull = (places: SlotPool, account_id = 'account') =>
  places.full([account_id]).full_accounts.size === 1;

test('a share of one slot is used once', () => {
  const places = new SlotPool({ total: 100, per_account: 6, per_endpoint: 8 });
  places.shareAmong(6);
  assert.deepEqual([places.acquire(LANE), places.acquire(OTHER)], [true, false]);
});

test('an endpoint that times out has two slots in the share of each sender', () => {
  const places = new SlotPool(LARGE);
  places.shareAmong(2);
  places.acquire(LANE);
  places.release(LANE, true);
  assert.deepEqual(places.endpoints([]), { ids: ['endpoint'], counts: [2] });
});

test('an account accepts an event while a quarter of its slots is free', () => {
  const places = new SlotPool(LARGE);
  fillAccount(places, 'account', 15);
  assert.equal(isFull(places), false);
  places.acquire({ account_id: 'account', endpoint_id: 'last' });
  assert.equal(isFull(places), true);
});

test('an account with used slots gets another while twice as many stay free for others', () => {
  const places = new SlotPool(LARGE);
  fillAccount(places, 'account', 1);
  leaveFree(places, 11);
  assert.equal(isFull(places), false);
  leaveFree(places, 10);
  assert.equal(isFull(places), true);
});

test('an account without a used slot accepts an event while one slot is free', () => {
  const places = new SlotPool(LARGE);
  leaveFree(places, 1);
  assert.deepEqual([isFull(places), isFull(places, 'other-100')], [false, true]);
  leaveFree(places, 0);
  assert.equal(isFull(places), true);
});
