/* Tests with several processes; their program is support/member.ts. */
import assert from 'node:assert/strict';
import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { createLog } from '../../../src/lib/log.ts';
import { startWorkers, type WorkersOptions } from '../../../src/lib/process/workers.ts';
import { eventually } from '../../../support/eventually.ts';

const before = cluster.settings;
cluster.setupPrimary({
  exec: fileURLToPath(new URL('support/member.ts', import.meta.url)),
  execArgv: [],
  args: [],
});
after(() => cluster.setupPrimary(before));

type Line = { msg: string; ended?: number; again_in_ms?: number; exit_code?: number; reason?: string };

async function start(options: Partial<WorkersOptions> = {}, act = '') {
  const lines: Line[] = [];
  const log = createLog('error', { write: (line) => void lines.push(JSON.parse(line)) });
  const env = { PORT: '7', MEMBER_ACT: act };
  return { lines, starting: startWorkers({ count: 1, env, log, ...options }) };
}

const listWorkers = () => Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined);

async function readMetrics(worker: Worker): Promise<string | undefined> {
  const answered = once(worker, 'message');
  worker.send('metrics');
  for (let [message] = await answered; ; [message] = await once(worker, 'message')) {
    if (typeof message?.text === 'string') return /^counted \d+$/m.exec(message.text)?.[0];
  }
}

test('several processes get their settings, print one URL, share their metrics and end together', async () => {
  const { lines, starting } = await start({ count: 2 });
  const started = await starting;
  const workers = listWorkers();
  assert.equal(workers.length, 2);
  const [first = 0, second = 0] = workers.map(({ id }) => id);
  assert.equal(started.url, `http://127.0.0.1:7/${first}`);
  for (const worker of workers) assert.equal(await readMetrics(worker), `counted ${first + second}`);

  const [one] = workers;
  one?.send('end');
  await eventually(listWorkers, (now) => now.length === 2 && !now.includes(one as Worker));
  assert.deepEqual(
    lines.map(({ msg, ended, exit_code, again_in_ms }) => ({ msg, ended, exit_code, again_in_ms })),
    [{ msg: 'worker process ended, restarting it', ended: first, exit_code: 3, again_in_ms: 250 }],
  );
  await started.stop();
  assert.deepEqual([listWorkers(), lines.length], [[], 1]);
});

test('a first process that cannot start ends the start with its error line, and no other process is started', async () => {
  const { lines, starting } = await start({ count: 3 }, 'fail');
  await assert.rejects(starting, { name: 'StartupFault', message: 'No settings.' });
  assert.deepEqual(
    lines.map(({ msg, reason }) => ({ msg, reason })),
    [{ msg: 'worker process cannot start', reason: 'No settings.' }],
  );
  assert.deepEqual(listWorkers(), []);
});

test('a first process that ends without a message ends the start', async () => {
  const { starting } = await start({}, 'end');
  await assert.rejects(starting, { message: 'A process of the service did not start.' });
  assert.deepEqual(listWorkers(), []);
});

test('an error of a running process is not its end', async () => {
  const { lines, starting } = await start();
  const started = await starting;
  const [worker] = listWorkers();
  worker?.emit('error', new Error('a message could not be sent'));
  worker?.send('end');
  await eventually(listWorkers, (now) => now.length === 1 && now[0] !== worker);
  assert.deepEqual(
    lines.map(({ ended, exit_code }) => ({ ended, exit_code })),
    [{ ended: worker?.id, exit_code: 3 }],
  );
  await started.stop();
});

test('no process is restarted once the service is stopping', async () => {
  const leaving = new AbortController();
  const { lines, starting } = await start({ leaving: leaving.signal });
  const started = await starting;
  const [worker] = listWorkers();
  assert.ok(worker);
  leaving.abort();
  const ended = once(worker, 'exit');
  worker.send('end');
  await ended;
  await started.stop();
  assert.deepEqual([lines, listWorkers()], [[], []]);
});
