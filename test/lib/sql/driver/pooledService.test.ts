import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { readConfig } from '../../../../src/config.ts';
import { createLog } from '../../../../src/lib/log.ts';
import { connect } from '../../../../src/lib/sql/sql.ts';
import { startService } from '../../../../src/service/service.ts';
import { callerAt, type Answer } from '../../../../support/caller.ts';
import { eventually } from '../../../../support/eventually.ts';
import { cloneDatabase } from '../../../support/database.ts';
import { LONG_TIMEOUTS } from '../../../support/longTimeouts.ts';
import { logSink } from '../../../support/secrets.ts';
import { freshDataDirectory, makeKeyIn } from '../../../support/service.ts';
import { openPooler } from '../../support/pooler.ts';

const fresh = await cloneDatabase({ on_one_server: true });
const { host, port, username, password, database } = fresh.connection;
const direct = `postgres:///${database}?host=${host}&port=${port}&user=${username}&password=${password}`;
const shared = await openPooler(fresh.connection, { lends: 'for a transaction', settings: 'ignored' });
const unprepared = `${shared.url}?prepare=false`;
const data_dir = await freshDataDirectory();
const ANSWER_WITHIN_MS = 60_000;
after(async () => {
  shared.close();
  await fresh.drop();
});

test('a statement that takes too long is ended by the server', async () => {
  const db = connect(unprepared, { max: 1, ...LONG_TIMEOUTS, session: { statement_timeout: '700' } });
  await assert.rejects(async () => db`select pg_sleep(60)`, { code: '57014' });
  await db.end({ timeout: 1 });
});

test('201 for each stored task, and no lock is left, for a service behind a pooler', async () => {
  const config = readConfig({
    DATABASE_URL: unprepared,
    PORT: '0',
    DATA_DIR: data_dir,
    SECRET_KEY: '07'.repeat(32),
  });
  const lines: string[] = [];
  const log = createLog('warn', { write: (line) => (lines.push(line), logSink.write(line)) });
  const service = await startService(config, log, () => {});
  const api = callerAt(service.url, await makeKeyIn(fresh.db));
  const path = '/v1/api-tenant-tasks';
  const served = (ask: () => Promise<Answer>, wanted: number) =>
    eventually(ask, ({ status }) => status === wanted, ANSWER_WITHIN_MS);
  const COUNT = 12;
  await Promise.all(
    Array.from({ length: COUNT }, async (_, n) => {
      const key = { 'Idempotency-Key': `${n}` };
      const { body } = await served(() => api.post(path, { title: 'Made' }, key), 201);
      await served(() => api.patch(`${path}?task_id=${body.id}`, { title: 'Changed' }), 200);
      await served(() => api.get(path), 200);
    }),
  );
  await service.stop();
  const found = await fresh.db`select 1 from tasks where title = 'Changed'`;
  assert.equal(found.length, COUNT);
  const locks = await fresh.db`
    select pid
    from pg_locks
    where locktype = 'advisory'
      and database = (select oid from pg_database where datname = current_database())`;
  assert.deepEqual([...locks], []);
  assert.match(lines.join(''), /wake-ups of other processes unavailable/);
});

test('a direct address that leads to a transaction pooler is rejected', async () => {
  const env = { DATABASE_URL: direct, DATABASE_DIRECT_URL: unprepared };
  await assert.rejects(
    startService(readConfig(env), createLog('silent'), () => {}),
    {
      name: 'StartupFault',
      message: 'DATABASE_DIRECT_URL leads to a pooler: it must name the server itself.',
    },
  );
});
