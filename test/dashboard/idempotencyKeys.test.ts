/*
 * Idempotency keys of the dashboard: each mutation keeps its own keys, even if it awaits between requests and others
 * run meanwhile.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  createIdempotentRunner,
  IDEMPOTENCY_KEY_REUSED,
  setOperationsWithIdempotencyKey,
  type NextIdempotencyKey,
} from '../../dashboard/api/idempotencyKeys.ts';

setOperationsWithIdempotencyKey(['POST /tasks', 'POST /keys']);

/** Sends two requests, each after an await, and records their keys. */
function sendTwo(keys: string[], isReady: Promise<void> = Promise.resolve()) {
  return async (nextKey: NextIdempotencyKey) => {
    await isReady;
    keys.push(String(nextKey('POST /tasks')));
    await new Promise(setImmediate);
    keys.push(String(nextKey('POST /keys')));
  };
}

const lost = async () => Promise.reject(new Error('The answer was lost'));

test('a mutation that awaits before each request sends its own key during another mutation', async () => {
  const [first, second]: [string[], string[]] = [[], []];
  const gate = Promise.withResolvers<void>();
  const waiting = createIdempotentRunner()(sendTwo(first, gate.promise));
  const other = createIdempotentRunner()(sendTwo(second));
  gate.resolve();
  await Promise.all([waiting, other]);
  assert.equal(new Set([...first, ...second]).size, 4);
  for (const keys of [first, second]) {
    const [act = ''] = String(keys[0]).split('-');
    assert.ok(act.length > 10, act);
    assert.deepEqual(keys, [`${act}-0`, `${act}-1`]);
  }
});

test('a retry of a failed mutation sends the same keys in the same order, the next mutation sends new keys', async () => {
  const act = createIdempotentRunner();
  const runs: string[][] = [[], [], []];
  const [failed = [], retried = [], next = []] = runs;
  await assert.rejects(
    act((nextKey) => sendTwo(failed)(nextKey).then(lost)),
    /lost/,
  );
  await act(sendTwo(retried));
  await act(sendTwo(next));
  assert.equal(new Set(failed).size, 2);
  assert.deepEqual(retried, failed);
  assert.equal(new Set([...retried, ...next]).size, 4);
});

test('a late request of a failed run does not shift the keys of its retry', async () => {
  const act = createIdempotentRunner();
  const [late, retried]: [string[], string[]] = [[], []];
  const gate = Promise.withResolvers<void>();
  let sending = Promise.resolve();
  await assert.rejects(
    act((nextKey) => {
      sending = sendTwo(late, gate.promise)(nextKey);
      return lost();
    }),
  );
  const retry = act(sendTwo(retried));
  gate.resolve();
  await Promise.all([sending, retry]);
  assert.deepEqual(retried, late);
  assert.equal(new Set(retried).size, 2);
});

test('a concurrent second run gets keys of its own', async () => {
  const act = createIdempotentRunner();
  const [first, second]: [string[], string[]] = [[], []];
  await Promise.all([act(sendTwo(first)), act(sendTwo(second))]);
  assert.equal(new Set([...first, ...second]).size, 4);
});

test('a key that was used for another body is replaced', async () => {
  const act = createIdempotentRunner();
  const [refused, next]: [string[], string[]] = [[], []];
  const refuse = async () => Promise.reject(Object.assign(new Error(), { code: IDEMPOTENCY_KEY_REUSED }));
  await assert.rejects(act((nextKey) => sendTwo(refused)(nextKey).then(refuse)));
  await act(sendTwo(next));
  assert.equal(new Set([...refused, ...next]).size, 4);
});

test('operations without idempotency send no key', async () => {
  const keys = await createIdempotentRunner()(async (nextKey) =>
    ['PATCH /tasks', 'POST /tasks'].map(nextKey),
  );
  assert.equal(keys[0], undefined);
  assert.match(String(keys[1]), /-0$/);
});
