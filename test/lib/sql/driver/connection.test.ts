import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { connect } from '../../../../src/lib/sql/sql.ts';
import { cloneDatabase } from '../../../support/database.ts';
import { eventually } from '../../../../support/eventually.ts';

const fresh = await cloneDatabase({ on_one_server: true });
after(() => fresh.drop());

test('notifications continue after the connection broke', async () => {
  const db = connect(fresh.connection, { name: 'listening' });
  let told = 0;
  const listening = await db.listen('news', () => told++);
  await fresh.db`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'listening'`;
  await sleep(200);
  const before = told;
  const tell = async () => {
    await fresh.db`notify news`;
    return told;
  };
  // The listener is called once for notifications that may have been missed, then for received ones.
  await eventually(tell, (times) => times > before + 2);
  await listening.unlisten();
  await db.end({ timeout: 1 });
});

test('a failed LISTEN leaves no connection', async () => {
  const db = connect(fresh.connection, { name: 'refused to listen' });
  await assert.rejects(
    db.listen('', () => {}),
    { code: '42601' },
  );
  const read = () => fresh.db`select from pg_stat_activity where application_name = 'refused to listen'`;
  await eventually(read, ({ length }) => length === 0);
  await db.end({ timeout: 1 });
});
