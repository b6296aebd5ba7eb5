import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { callerAt } from '../../support/caller.ts';
import { eventually } from '../../support/eventually.ts';
import { cloneDatabase } from '../support/database.ts';
import { openRequestCounter } from '../support/requestCounter.ts';
import { freshDataDirectory, makeKeyIn, startServiceProcess } from '../support/service.ts';

const BENCH = fileURLToPath(new URL('../../bench/webhooks/kill.ts', import.meta.url));

test('four rounds of kill -9 and one pause lose no delivery, and every duplicate was being sent and has the same id', async (t) => {
  const bench = spawn(process.execPath, [BENCH, '5', '0'], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [printed, [code]] = await Promise.all([text(bench.stdout), once(bench, 'exit')]);
  t.diagnostic(printed.trim());
  assert.equal(code, 0);
});

const TASKS = ['First', 'Second', 'Third'];
const MOST_POSTS = 3;
const KILLS = MOST_POSTS + 1;

test('three POSTs for each event whose sender is killed during every attempt, then failed with its last outcome', async () => {
  const fresh = await cloneDatabase();
  after(() => fresh.drop());
  const receiver = await openRequestCounter(() => {});
  after(receiver.close);
  const { host, port, username, password, database } = fresh.connection;
  const settings = {
    DATABASE_URL: `postgres:///${database}?host=${host}&port=${port}&user=${username}&password=${password}`,
    DATA_DIR: await freshDataDirectory(),
    WEBHOOK_ALLOW: '127.0.0.1',
  };
  const key = await makeKeyIn(fresh.db);
  const countPosts = () =>
    TASKS.map((title) => receiver.requests.filter((body) => body.includes(title)).length);
  const readStates = () => fresh.db<{ state: string; attempts: number }[]>`
    select state, attempts from webhook_deliveries`;

  for (let kill = 0; kill < KILLS; kill++) {
    const service = await startServiceProcess(settings);
    if (kill === 0) {
      const api = callerAt(service.url, key);
      const endpoint = { url: receiver.url, events: ['task.created'] };
      assert.equal((await api.post('/v1/webhook-subscribe', endpoint)).status, 201);
      for (const title of TASKS)
        assert.equal((await api.post('/v1/api-tenant-tasks', { title })).status, 201);
    }
    const isTaken = async () => {
      const states = await readStates();
      return countPosts().every((count) => count > kill) || states.every(({ state }) => state === 'failed');
    };
    await eventually(isTaken, (is_taken) => is_taken);
    await service.end('SIGKILL');
  }

  assert.deepEqual(
    countPosts(),
    TASKS.map(() => MOST_POSTS),
  );
  const failed = { state: 'failed', attempts: MOST_POSTS };
  assert.deepEqual(
    (await readStates()).map((row) => ({ ...row })),
    TASKS.map(() => failed),
  );
  const outcomes = await fresh.db<{ outcome: string }[]>`select outcome from webhook_attempts`;
  assert.deepEqual(
    outcomes.map(({ outcome }) => outcome),
    TASKS.map(() => 'sender_stopped'),
  );
  const [endpoint] = await fresh.db<[{ failure_count: number }]>`select failure_count from webhook_endpoints`;
  assert.equal(endpoint.failure_count, TASKS.length);
});
