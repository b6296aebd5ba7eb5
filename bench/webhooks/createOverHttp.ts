import { mkdtemp, rm } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createKey } from '../../src/features/keys/keys.ts';
import { findConnection } from '../../src/lib/sql/embedded/embedded.ts';
import { connect } from '../../src/lib/sql/sql.ts';
import { seedAccount } from '../support/accounts.ts';
import { startReceiver } from '../support/receiver.ts';
import { startService } from '../support/service.ts';
import { percentile, formatTable } from '../support/figures.ts';

/*
 * node bench/webhooks/createOverHttp.ts [tasks a second] [turns] [tasks a turn]
 * Measures how much endpoints slow down the creation of a task over HTTP, with the sender inside the service.
 * Accounts alternate at a fixed rate that does not wait for answers; the results are medians.
 */
const [per_second = 200, turns = 15, tasks = 400] = process.argv.slice(2).map(Number);
const data_dir = await mkdtemp(join(tmpdir(), 'webhook-bench-'));
const service = await startService({ DATA_DIR: data_dir, WEBHOOK_ALLOW: '127.0.0.0/8' });
const receiver = await startReceiver();
const agent = new Agent({ keepAlive: true });
const target = await findConnection(data_dir);
if (!target) throw new Error('the service has told nobody where its database is');
const db = connect(target, { max: 2 });

type Side = { what: string; key: string; p50s: number[]; p99s: number[] };
const sides: Side[] = [
  { what: 'no endpoint', key: await account(0), p50s: [], p99s: [] },
  { what: 'one endpoint', key: await account(1), p50s: [], p99s: [] },
  { what: 'three endpoints', key: await account(3), p50s: [], p99s: [] },
];
for (const { key } of sides) await turn(key);
for (let at = 0; at < turns; at++) {
  for (const side of sides) {
    const took = await turn(side.key);
    side.p50s.push(percentile(took, 0.5));
    side.p99s.push(percentile(took, 0.99));
  }
}
const rows = sides.map(({ what, p50s, p99s }) => ({
  what,
  p50: percentile(p50s, 0.5),
  p99: percentile(p99s, 0.5),
}));
const [base = { p50: NaN, p99: NaN }] = rows;
formatTable(
  rows.map(({ what, p50, p99 }) => ({
    what,
    p50: `${p50.toFixed(2)} ms`,
    p99: `${p99.toFixed(2)} ms`,
    'ratio p50 / p99': `${(p50 / base.p50).toFixed(2)} / ${(p99 / base.p99).toFixed(2)}`,
  })),
);
agent.destroy();
receiver.stop();
await db.end({ timeout: 1 });
await service.stop();
await rm(data_dir, { recursive: true, force: true });

async function account(endpoints: number): Promise<string> {
  const { ctx } = await seedAccount(db);
  const { key } = await createKey(ctx, { name: 'Bench', scopes: ['write:tasks', 'manage:webhooks'] });
  for (let at = 0; at < endpoints; at++) {
    await post(key, '/v1/webhook-subscribe', {
      url: `${receiver.url}/${endpoints}-${at}`,
      events: ['task.created'],
    });
  }
  return key;
}

async function turn(key: string): Promise<number[]> {
  const started = performance.now();
  const running: Promise<number>[] = [];
  for (let at = 0; at < tasks; at++) {
    const wait = started + (at * 1000) / per_second - performance.now();
    if (wait > 0) await sleep(wait);
    running.push(post(key, '/v1/api-tenant-tasks', { title: 'Costs' }));
  }
  const took = await Promise.all(running);
  await sleep(200);
  return took;
}

/** Sends a request and resolves with its latency. */
function post(key: string, path: string, body: unknown): Promise<number> {
  const started = performance.now();
  return new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
    const sending = request(service.url + path, { agent, method: 'POST', headers }, (response) => {
      response.resume();
      response.once('end', () => {
        if (response.statusCode === 201) resolve(performance.now() - started);
        else reject(new Error(`${path} answered ${response.statusCode}`));
      });
    });
    sending.once('error', reject);
    sending.end(JSON.stringify(body));
  });
}
