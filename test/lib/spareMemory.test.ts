import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { test } from 'node:test';
import { promisify } from 'node:util';

const MODULE = new URL('../../src/lib/spareMemory.ts', import.meta.url).href;
const MB = 2 ** 20;

const FEW_MB = 40;
/** V8 itself looks after some eight seconds. */
const CALM_MS = 6_000;

/** What a process has reserved for its objects after a rush, and after calm: until that is little, at most so long. */
async function rush(after_start: string): Promise<{ rushed_mb: number; calm_mb: number }> {
  const program = `
    import { setTimeout as sleep } from 'node:timers/promises';
    import { returnSpareMemory } from ${JSON.stringify(MODULE)};
    ${after_start}
    let kept = [];
    for (let at = 0; at < 2_000_000; at++) kept.push({ at });
    kept = undefined;
    const rushed = process.memoryUsage().heapTotal;
    const until = performance.now() + ${CALM_MS};
    let calm = rushed;
    while (calm > ${FEW_MB * MB} && performance.now() < until) {
      await sleep(100);
      calm = process.memoryUsage().heapTotal;
    }
    process.stdout.write(JSON.stringify({ rushed_mb: rushed / ${MB}, calm_mb: calm / ${MB} }));`;
  const args = ['--input-type=module', '--eval', program];
  return JSON.parse((await promisify(execFile)(process.execPath, args)).stdout);
}

test('memory that a rush needed is given back when the process is calm', async () => {
  const { rushed_mb, calm_mb } = await rush('returnSpareMemory(100);');
  assert.ok(rushed_mb > 80, `${rushed_mb} MB`);
  assert.ok(calm_mb <= FEW_MB, `${calm_mb} of ${rushed_mb} MB are left`);
});

test('control: by itself it is kept', async () => {
  const { rushed_mb, calm_mb } = await rush('');
  assert.ok(calm_mb > rushed_mb - 16, `${calm_mb} of ${rushed_mb} MB are left`);
});
