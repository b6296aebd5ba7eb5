import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { test } from 'node:test';
import { promisify } from 'node:util';

const MODULE = new URL('../../src/lib/spareMemory.ts', import.meta.url).href;
const MB = 2 ** 20;

/** What a process has reserved for its objects after a rush, and what it has a second of calm later. */
async function rush(after_start: string): Promise<{ rushed_mb: number; calm_mb: number }> {
  const program = `
    import { setTimeout as sleep } from 'node:timers/promises';
    import { returnSpareMemory } from ${JSON.stringify(MODULE)};
    ${after_start}
    let kept = [];
    for (let at = 0; at < 2_000_000; at++) kept.push({ at });
    kept = undefined;
    const rushed = process.memoryUsage().heapTotal;
    for (let look = 0; look < 20; look++) await sleep(50);
    const calm = process.memoryUsage().heapTotal;
    process.stdout.write(JSON.stringify({ rushed_mb: rushed / ${MB}, calm_mb: calm / ${MB} }));`;
  const args = ['--input-type=module', '--eval', program];
  return JSON.parse((await promisify(execFile)(process.execPath, args)).stdout);
}

test('memory that a rush needed is given back when the process is calm', async () => {
  const { rushed_mb, calm_mb } = await rush('returnSpareMemory(100);');
  assert.ok(rushed_mb > 80, `${rushed_mb} MB`);
  assert.ok(calm_mb < 40, `${calm_mb} of ${rushed_mb} MB are left`);
});

test('control: by itself it is kept', async () => {
  const { rushed_mb, calm_mb } = await rush('');
  assert.ok(calm_mb > rushed_mb - 16, `${calm_mb} of ${rushed_mb} MB are left`);
});
