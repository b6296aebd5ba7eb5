/* The program with PROCESSES: one address, and several processes that serve it. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { eventually } from '../../support/eventually.ts';
import { cloneDatabase, databaseSettings } from '../support/database.ts';
import { freshDataDirectory, startServiceProcess, waitUntilReady } from '../support/service.ts';

const fresh = await cloneDatabase({ on_one_server: true });
after(() => fresh.drop());
const DATA_DIR = await freshDataDirectory();
const listSenders = async () => (await fresh.db`select id from webhook_senders`).length;

test('a service with several processes prints its address, and exits with 0 when it is told to stop', async () => {
  const env = { ...databaseSettings(fresh.connection), DATA_DIR, SECRET_KEY: '07'.repeat(32), DRAIN_MS: '0' };
  const service = await startServiceProcess({ ...env, PROCESSES: '2' });
  await waitUntilReady(service.url);
  const readLog = () => service.lines.filter((line) => line.startsWith('{')).map((line) => JSON.parse(line));
  // The log of each process is written a moment later.
  const serving = await eventually(
    () => readLog().filter(({ msg }) => msg === 'serving'),
    ({ length }) => length === 2,
  );
  assert.deepEqual(new Set(serving.map(({ process: number }) => number)), new Set([1, 2]));
  assert.equal(new Set(serving.map(({ pid }) => pid)).size, 2);
  assert.equal(await listSenders(), 2);
  assert.equal((await service.end('SIGTERM')).code, 0);
  assert.equal(await listSenders(), 0, 'each was stopped');
  assert.equal(service.lines.filter((line) => line.startsWith('ready ')).length, 1);
  assert.ok(service.lines.some((line) => line.includes('"reason":"SIGTERM"')));
});
