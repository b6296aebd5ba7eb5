import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { readConfig } from '../../../../src/config.ts';
import { connect, type Database } from '../../../../src/lib/sql/sql.ts';
import { cloneDatabase } from '../../../support/database.ts';
import { LONG_TIMEOUTS } from '../../../support/longTimeouts.ts';
import { eventually } from '../../../../support/eventually.ts';
import { openProxy } from '../../../faults/support/proxy.ts';

const ask = async (db: Database) => void (await db`select 1`);

const fresh = await cloneDatabase({ on_one_server: true });
const proxies = [await openProxy(fresh.connection), await openProxy(fresh.connection)] as const;
const { username, password, database } = fresh.connection;
after(async () => {
  for (const proxy of proxies) await proxy.close();
  await fresh.drop();
});

test('a URL may have several hosts, but must not ask for a standby', () => {
  const url = 'postgres://a:b@one:1,two:2/c?target_session_attrs=';
  for (const attributes of ['any', 'read-write', 'primary'])
    assert.equal(readConfig({ DATABASE_URL: url + attributes }).DATABASE_URL, url + attributes);
  for (const attributes of ['standby', 'read-only', 'prefer-standby', ''])
    assert.throws(
      () => readConfig({ DATABASE_URL: url + attributes }),
      /DATABASE_URL: target_session_attrs must/,
    );
  assert.throws(() => readConfig({ DATABASE_URL: 'postgres://a:b@one:1,two:x/c' }), /DATABASE_URL: must/);
});

test('the next host is tried if one refuses, and then the first one again', async () => {
  const [first, second] = proxies;
  const db = connect(urlOf([first.target.port, second.target.port]), { max: 1, ...LONG_TIMEOUTS });
  const answers = () =>
    ask(db).then(
      () => true,
      () => false,
    );
  await ask(db);
  await first.refuse();
  await eventually(answers, (does) => does);
  await second.refuse();
  await eventually(answers, (does) => !does);
  await assert.rejects(ask(db), /ECONNREFUSED.*; .*ECONNREFUSED/);
  await first.forward();
  assert.equal(await answers(), true);
  await db.end({ timeout: 0 });
  await second.forward();
});

test('a server that becomes read-only is disconnected', async () => {
  const url = urlOf(proxies.map(({ target }) => target.port));
  const db = connect(`${url}?target_session_attrs=read-write`, { max: 1, ...LONG_TIMEOUTS });
  await ask(db);
  await fresh.db.unsafe(`alter database ${database} set default_transaction_read_only = on`);
  await db`set default_transaction_read_only = on`.then(undefined, () => {});
  await assert.rejects(ask(db), /read-only; .*read-only/);
  await fresh.db.unsafe(
    `set transaction read write; alter database ${database} reset default_transaction_read_only`,
  );
  await ask(db);
  await db.end({ timeout: 1 });
});

function urlOf(ports: readonly number[]): string {
  const hosts = ports.map((port) => `127.0.0.1:${port}`).join(',');
  return `postgres://${username}:${encodeURIComponent(password)}@${hosts}/${database}`;
}
