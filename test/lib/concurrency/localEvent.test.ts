import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createLocalEvent, type LocalEvent } from '../../../src/lib/concurrency/localEvent.ts';

function listen(event: LocalEvent, key?: string): { calls: () => number; stop: () => void } {
  let calls = 0;
  const stop = event.subscribe(() => calls++, key);
  return { calls: () => calls, stop };
}

test('an event calls every listener of its key once, and no other listener', () => {
  const event = createLocalEvent();
  const all = ['a', 'a', 'b', undefined].map((key) => listen(event, key));
  event.emit('a');
  event.emit('c');
  assert.deepEqual(
    all.map(({ calls }) => calls()),
    [1, 1, 0, 0],
  );
  event.emit();
  assert.deepEqual(
    all.map(({ calls }) => calls()),
    [1, 1, 0, 1],
  );
});

test('the remaining listeners are called after one of them stopped', () => {
  const event = createLocalEvent();
  const [one, other] = [listen(event, 'a'), listen(event, 'a')];
  one.stop();
  event.emit('a');
  assert.deepEqual([one.calls(), other.calls()], [0, 1]);
});

test('a listener that is added after the last one stopped is called', () => {
  const event = createLocalEvent();
  const last = listen(event, 'a');
  last.stop();
  const next = listen(event, 'a');
  last.stop();
  event.emit('a');
  assert.deepEqual([last.calls(), next.calls()], [0, 1]);
});
