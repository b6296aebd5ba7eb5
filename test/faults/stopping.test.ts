import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { cloneDatabase, databaseSettings } from '../support/database.ts';
import { freshDataDirectory, makeKeyIn, startServiceProcess } from '../support/service.ts';
import { sendSlowly } from '../support/slowly.ts';

const fresh = await cloneDatabase();
after(() => fresh.drop());

test('201 for a request that runs while the stop of something else fails', async () => {
  const DATA_DIR = await freshDataDirectory();
  const service = await startServiceProcess({ ...databaseSettings(fresh.connection), DATA_DIR });
  const slow = sendSlowly(service.url, await makeKeyIn(fresh.db), 'Finished');
  await slow.begun;
  // A sender that leaves says so there.
  await fresh.db`alter table webhook_senders rename to elsewhere`;
  const ending = service.end('SIGTERM');
  await Promise.race([ending, sleep(1_500)]);
  const { status, body } = await slow.finish();
  assert.deepEqual([status, body.title], [201, 'Finished']);
  assert.equal((await ending).code, 1);
  assert.ok(service.lines.some((line) => line.includes('not stopped cleanly')));
});
