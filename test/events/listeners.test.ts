import assert from 'node:assert/strict';
import { test } from 'node:test';
import { notifyListeners, onEmitted } from '../../src/events/listeners.ts';

function listen(account_id: string): { calls: () => number; stop: () => void } {
  let calls = 0;
  const stop = onEmitted(account_id, () => calls++);
  return { calls: () => calls, stop };
}

test('every listener of an account is called once for its events, and no other account is', () => {
  const [one, other, stranger] = [listen('a'), listen('a'), listen('b')];
  notifyListeners(['a', 'a', 'c']);
  assert.deepEqual([one.calls(), other.calls(), stranger.calls()], [1, 1, 0]);
  for (const { stop } of [one, other, stranger]) stop();
});

test('the listeners that stay are called after one of them stopped', () => {
  const [one, other] = [listen('a'), listen('a')];
  one.stop();
  notifyListeners(['a']);
  assert.deepEqual([one.calls(), other.calls()], [0, 1]);
  other.stop();
});

test('a listener is called that came after the last one stopped', () => {
  const last = listen('a');
  last.stop();
  const next = listen('a');
  last.stop();
  notifyListeners(['a']);
  assert.deepEqual([last.calls(), next.calls()], [0, 1]);
  next.stop();
});
