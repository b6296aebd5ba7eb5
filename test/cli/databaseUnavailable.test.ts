import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { eventually } from '../../support/eventually.ts';
import { openProxy } from '../faults/support/proxy.ts';
import { cloneDatabase, databaseSettings } from '../support/database.ts';
import { freshDirectory, runJson } from './support/cli.ts';

const fresh = await cloneDatabase({ on_one_server: true });
const proxy = await openProxy(fresh.connection);
after(async () => {
  await proxy.close();
  await fresh.drop();
});
const env = {
  DATA_DIR: await freshDirectory(),
  ...databaseSettings(fresh.connection),
  DATABASE_URL: proxy.url,
};

test('one sentence and exit 1 when the database becomes unavailable during a command', async () => {
  const { code, answer } = await fresh.db.begin(async (tx) => {
    await tx`lock table accounts in access exclusive mode`;
    const running = runJson(env, ['account', 'list']);
    await eventually(
      () => tx`
        select 1
        from pg_locks
        where relation = 'accounts'::regclass
          and not granted
          and database = (select oid from pg_database where datname = current_database())`,
      (waiting) => waiting.length > 0,
    );
    await proxy.refuse();
    return running;
  });
  assert.equal(code, 1);
  assert.match(answer['message'] ?? '', /^The database is unavailable: \S/);
});
