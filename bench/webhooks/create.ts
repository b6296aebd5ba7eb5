import { setTimeout as sleep } from 'node:timers/promises';
import type { Context } from '../../src/access/context.ts';
import { createTask } from '../../src/features/tasks/tasks.ts';
import { startReceiver } from '../support/receiver.ts';
import { openBenchDatabase } from '../support/benchDatabase.ts';
import { percentile, formatTable } from '../support/figures.ts';
import { startProcess } from '../support/processes.ts';

/*
 * node bench/webhooks/create.ts [tasks a turn] [together | apart]
 * Measures how much endpoints slow down the creation of a task, with the sender in the same process or in another
 * (`ROLES`). Accounts alternate; the results are medians.
 */
const tasks = Number(process.argv[2] ?? 400);
const apart = process.argv[3] === 'apart';
const TURNS = 9;
const stage = await openBenchDatabase();
const receiver = await startReceiver();
const process_apart = apart ? startProcess('./senderProcess.ts', { target: stage.target }) : undefined;
const sender = apart ? undefined : await stage.startSender();
const without = await stage.account();
const [one, three] = [await stage.account(), await stage.account()];
await stage.endpoint(one, `${receiver.url}/one`);
for (let at = 0; at < 3; at++) await stage.endpoint(three, `${receiver.url}/three${at}`);
const sides: [string, Context][] = [
  ['no endpoint', without],
  ['one endpoint', one],
  ['three endpoints', three],
];
const p50s = sides.map((): number[] => []);
const p99s = sides.map((): number[] => []);
for (const [, ctx] of sides) await turn(ctx);
for (let at = 0; at < TURNS; at++) {
  for (const [side, [, ctx]] of sides.entries()) {
    const took = await turn(ctx);
    p50s[side]?.push(percentile(took, 0.5));
    p99s[side]?.push(percentile(took, 0.99));
  }
}
const [base50, base99] = [percentile(p50s[0] ?? [], 0.5), percentile(p99s[0] ?? [], 0.5)];
formatTable(
  sides.map(([what], side) => {
    const [p50, p99] = [percentile(p50s[side] ?? [], 0.5), percentile(p99s[side] ?? [], 0.5)];
    const ratios = `${(p50 / base50).toFixed(2)} / ${(p99 / base99).toFixed(2)}`;
    return { what, p50: `${p50.toFixed(2)} ms`, p99: `${p99.toFixed(2)} ms`, 'ratio p50 / p99': ratios };
  }),
);
await sender?.stop();
process_apart?.kill('SIGKILL');
receiver.stop();
await stage.close();

/** Creates tasks at a fixed rate, so that the sender runs between requests. */
async function turn(ctx: Context): Promise<number[]> {
  const took: number[] = [];
  for (let at = 0; at < tasks; at++) {
    const started = performance.now();
    await createTask({ ...ctx, now: new Date() }, { title: 'Costs' });
    took.push(performance.now() - started);
    if (at % 4 === 3) await sleep(5);
  }
  await sleep(200);
  return took;
}
