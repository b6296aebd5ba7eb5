import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Script } from 'node:vm';
import { CpuLimitExceeded, runWithCpuLimit } from '../../../../src/lib/process/sandbox/cpuLimit.ts';

const CPU_MS = 50;

/** Waits without using processor time until the limit interrupts it. */
function waitForever(): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
}

function spin(): never {
  for (;;);
}

test('the result of the work is returned, also if it is undefined', () => {
  assert.equal(
    runWithCpuLimit(CPU_MS * 100, () => 7),
    7,
  );
  let runs = 0;
  assert.equal(
    runWithCpuLimit(CPU_MS * 100, () => void runs++),
    undefined,
  );
  assert.equal(runs, 1);
});

test('an error of the work is thrown and the work is not repeated', () => {
  let runs = 0;
  const fail = () => {
    runs++;
    throw new RangeError('no');
  };
  assert.throws(() => runWithCpuLimit(CPU_MS * 100, fail), RangeError);
  assert.equal(runs, 1);
});

test('work that never ends is interrupted', () => {
  assert.throws(() => runWithCpuLimit(CPU_MS, spin), CpuLimitExceeded);
});

test('work that got no processor time is repeated five times, each time for twice as long', (t) => {
  const runs = t.mock.method(Script.prototype, 'runInContext');
  assert.throws(() => runWithCpuLimit(CPU_MS / 2, waitForever), CpuLimitExceeded);
  const timeouts = runs.mock.calls.map(({ arguments: [, options] }) => Object(options).timeout);
  assert.deepEqual(
    timeouts,
    [1, 2, 4, 8, 16, 32].map((times) => (times * CPU_MS) / 2),
  );
});

test('the last run can succeed', () => {
  let runs = 0;
  const succeedAtLast = () => {
    if (++runs < 6) waitForever();
    return runs;
  };
  assert.equal(runWithCpuLimit(CPU_MS / 2, succeedAtLast), 6);
});
