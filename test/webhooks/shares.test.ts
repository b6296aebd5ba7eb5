import assert from 'node:assert/strict';
import { test } from 'node:test';
import { divideSlots, type ShareRequest } from '../../src/features/webhooks/sending/slotShares.ts';

const WISH: ShareRequest = {
  free: 60,
  max_per_endpoint: 8,
  max_per_account: 12,
  endpoints: { ids: [], counts: [] },
  accounts: { ids: [], counts: [] },
};

const lane = (name: string) => ({ account_id: name.slice(0, 1), endpoint_id: name });

/** Divides the free slots among endpoints. The first letter of an endpoint's name is its account. */
function share(names: string[], changes: Partial<ShareRequest> = {}) {
  const { shares, closed } = divideSlots(names.map(lane), { ...WISH, ...changes });
  const given = shares.map(({ account_id, rows, queues }) => ({
    account: [account_id, rows],
    endpoints: queues.map(({ endpoint_id, rows: most }) => [endpoint_id, most]),
  }));
  return { given, closed: closed.map(({ endpoint_id }) => endpoint_id) };
}

const taken = (counts: Record<string, number>) => ({
  ids: Object.keys(counts),
  counts: Object.values(counts),
});

test('a single account gets its slots, and each of its endpoints the slots of an endpoint', () => {
  assert.deepEqual(share(['a1', 'a2']), {
    given: [
      {
        account: ['a', 12],
        endpoints: [
          ['a1', 8],
          ['a2', 8],
        ],
      },
    ],
    closed: [],
  });
});

test('a single account gets half of few free slots, and leaves the rest for the next account', () => {
  assert.deepEqual(share(['a1'], { free: 10 }).given, [{ account: ['a', 5], endpoints: [['a1', 8]] }]);
});

test('few free slots are divided among endpoints, accounts and one further account', () => {
  const { given, closed } = share(['a1', 'b1', 'a2', 'b2'], { free: 10 });
  assert.deepEqual(closed, []);
  assert.deepEqual(given, [
    {
      account: ['a', 3],
      endpoints: [
        ['a1', 2],
        ['a2', 2],
      ],
    },
    {
      account: ['b', 3],
      endpoints: [
        ['b1', 2],
        ['b2', 2],
      ],
    },
  ]);
});

test('an account without free slots gets no share', () => {
  assert.deepEqual(share(['a1', 'b1'], { free: 10, accounts: taken({ b: 10 }) }), {
    given: [{ account: ['a', 5], endpoints: [['a1', 8]] }],
    closed: ['b1'],
  });
});

test('each endpoint requests at least one row', () => {
  const { given } = share(['a1', 'a2', 'a3'], { free: 1 });
  assert.deepEqual(given, [
    {
      account: ['a', 1],
      endpoints: [
        ['a1', 1],
        ['a2', 1],
        ['a3', 1],
      ],
    },
  ]);
});

test('used slots are not assigned again, and the last slot of an endpoint is assigned', () => {
  const endpoints = taken({ a1: 8, a2: 7, b1: 9 });
  assert.deepEqual(share(['a1', 'a2', 'b1'], { endpoints }), {
    given: [{ account: ['a', 12], endpoints: [['a2', 1]] }],
    closed: ['a1', 'b1'],
  });
});

test('an account gets its remaining slots, and none when it has used them all', () => {
  const accounts = taken({ a: 11, b: 12, c: 2 });
  assert.deepEqual(share(['a1', 'b1', 'c1'], { accounts }), {
    given: [
      { account: ['a', 1], endpoints: [['a1', 8]] },
      { account: ['c', 10], endpoints: [['c1', 8]] },
    ],
    closed: ['b1'],
  });
});

test('an account that uses as many slots as stay free gets no more', () => {
  assert.deepEqual(share(['a1', 'a2'], { free: 6, accounts: taken({ a: 5 }) }), {
    given: [],
    closed: ['a1', 'a2'],
  });
  assert.deepEqual(share(['a1'], { free: 5, accounts: taken({ a: 5 }) }).closed, ['a1']);
  assert.deepEqual(share(['a1'], { free: 7, accounts: taken({ a: 5 }) }).given, [
    { account: ['a', 1], endpoints: [['a1', 7]] },
  ]);
});

test('accounts without a used slot get one each, until none is free', () => {
  const accountsOf = (free: number) => {
    const { given, closed } = share(['a1', 'b1', 'c1'], { free });
    return [given.map(({ account: [id, rows] }) => [id, rows]), closed];
  };
  assert.deepEqual(accountsOf(2), [
    [
      ['a', 1],
      ['b', 1],
    ],
    ['c1'],
  ]);
});
