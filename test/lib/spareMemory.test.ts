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
  assert.ok(calm_mb > 2 * FEW_MB, `${calm_mb} of ${rushed_mb} MB are left`);
});

/** The room for young objects after a start that made many, in MB. */
async function startWith(collect: string): Promise<number> {
  const program = `
    import { getHeapSpaceStatistics } from 'node:v8';
    import { returnMemoryOfStart } from ${JSON.stringify(MODULE)};
    let kept = [];
    for (let at = 0; at < 500_000; at++) kept.push({ at });
    kept = undefined;
    ${collect}
    const young = getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space');
    process.stdout.write(String(young.space_size / ${MB}));`;
  const args = ['--expose-gc', '--input-type=module', '--eval', program];
  return Number((await promisify(execFile)(process.execPath, args)).stdout);
}

test('the room that a start needed for young objects is given back', async () => {
  const left_mb = await startWith('returnMemoryOfStart();');
  assert.ok(left_mb <= 4, `${left_mb} MB`);
});

test('control: a collection as any other leaves that room', async () => {
  const left_mb = await startWith(`await gc({ type: 'major', execution: 'async' });`);
  assert.ok(left_mb >= 16, `${left_mb} MB`);
});
