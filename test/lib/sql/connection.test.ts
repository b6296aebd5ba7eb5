import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { setImmediate, setTimeout as sleep } from 'node:timers/promises';
import { connect, type ConnectionTarget } from '../../../src/lib/sql/sql.ts';
import { createLog } from '../../../src/lib/log.ts';
import { cloneDatabase } from '../../support/database.ts';
import { PATIENT } from '../../support/patient.ts';
import { waitUntilAsleep } from '../../support/waiting.ts';
import { eventually } from '../../../support/eventually.ts';
import { openEncryptedLine } from '../support/encryptedLine.ts';

const fresh = await cloneDatabase({ on_one_server: true });
after(() => fresh.drop());
const { host, port, username, password, database } = fresh.connection;
const line = await openEncryptedLine(fresh.connection);
const socket = encodeURIComponent(host);

const SPELLINGS = {
  'with the socket as a parameter': `postgres://${username}:${password}@/${database}?host=${socket}&port=${port}`,
  'with nothing but parameters': `postgresql:///${database}?host=${host}&port=${port}&user=${username}&password=${password}`,
  'with the socket as its host': `postgres://${username}:${password}@${socket}:${port}/${database}`,
  'that wants TLS where there is some': `postgres://${username}:${password}@${socket}:${port}/${database}?sslmode=prefer`,
};

for (const [what, url] of Object.entries(SPELLINGS))
  test(`an address ${what} is understood`, async () => assert.equal(await whoAmI(url), username));

test('a password may hold every letter', async () => {
  const odd = `p@ss:w/or#d%?&+é'"\\`;
  await fresh.db.unsafe(`create role "odd user" login password '${odd.replaceAll("'", "''")}'`);
  const credentials = `${encodeURIComponent('odd user')}:${encodeURIComponent(odd)}`;
  const url = `postgres://${credentials}@127.0.0.1:${line.port}/${database}?sslmode=require`;
  assert.equal(await whoAmI(url), 'odd user');
  await fresh.db`drop role "odd user"`;
});

test('an address that is none does not tell its password', async () => {
  const error: unknown = await whoAmI('postgres://somebody:hidden#secret@host/db').catch((error) => error);
  assert.ok(error instanceof TypeError);
  assert.ok(!JSON.stringify([error, error.message, error.stack]).includes('hidden'));
});

test('the environment says what the address does not, and nothing about the embedded server', async () => {
  const variables = { PGHOST: host, PGPORT: String(port), PGUSER: username, PGPASSWORD: password };
  const asked = withEnvironment({ ...variables, PGDATABASE: database }, () => whoAmI('postgres://'));
  assert.equal(await asked, username);
  assert.equal(await withEnvironment({ PGSSLMODE: 'require' }, () => whoAmI(fresh.connection)), username);
});

test('an untrusted certificate is refused where it is checked, and only there', async () => {
  const url = `postgres://${username}:${password}@127.0.0.1:${line.port}/${database}?sslmode=`;
  assert.equal(await whoAmI(`${url}require`), username);
  assert.equal(await whoAmI(`${url}prefer`), username);
  await assert.rejects(whoAmI(`${url}verify-full`), { code: /SELF_SIGNED|UNABLE_TO/ });
});

test('a server without TLS is refused by who demands it', async () => {
  const url = `postgres://${username}:${password}@${socket}:${port}/${database}?sslmode=`;
  for (const mode of ['require', 'verify-full'])
    await assert.rejects(whoAmI(url + mode), /does not support SSL connections/);
});

test('100 callers share 5 connections, and each gets its own answer', async () => {
  const db = connect(fresh.connection, { max: 5, ...PATIENT });
  const ask = (n: number) => db<{ n: number; pid: number }[]>`
    select ${n}::int as n, pg_backend_pid() as pid, pg_sleep(0.002)`;
  const answers = (await Promise.all(Array.from({ length: 100 }, (_, n) => ask(n)))).flat();
  assert.deepEqual(
    answers.map(({ n }) => n),
    Array.from({ length: 100 }, (_, n) => n),
  );
  assert.equal(new Set(answers.map(({ pid }) => pid)).size, 5);
  await db.end({ timeout: 1 });
});

test('who waited too long for a connection is told so, and the next in turn gets it', async (t) => {
  const db = connect(fresh.connection, { max: 1, ...PATIENT, wait_ms: 1_000 });
  await db`select 1`;
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const held = Promise.withResolvers<void>();
  const holding = db.begin(async (tx) => {
    await tx`select 1`;
    await held.promise;
  });
  const late = Promise.allSettled([db`select 1 as n`]);
  await setImmediate();
  t.mock.timers.tick(600);
  const others = Promise.all([db`select 2 as n`, db`select 3 as n`]);
  await setImmediate();
  t.mock.timers.tick(400);
  const [told] = await late;
  assert.match(String(told?.status === 'rejected' && told.reason), /No connection to the database was free/);
  t.mock.timers.reset();
  held.resolve();
  await holding;
  assert.deepEqual((await others).flat(), [{ n: 2 }, { n: 3 }]);
  await db.end({ timeout: 1 });
});

test('a statement that was cancelled, or took too long, leaves its connection whole', async () => {
  const db = connect(fresh.connection, { max: 1, ...PATIENT });
  const [own] = await db<[{ pid: number }]>`select pg_backend_pid() as pid`;
  const fallsAsleep = (message: RegExp) =>
    assert.rejects(async () => db`select pg_sleep(50)`, { code: '57014', message });
  const cancelled = fallsAsleep(/user request/);
  await waitUntilAsleep(fresh.db, own.pid);
  await fresh.db`select pg_cancel_backend(${own.pid})`;
  await cancelled;
  await db`set statement_timeout = 700`;
  await fallsAsleep(/statement timeout/);
  assert.deepEqual([...(await db`select pg_backend_pid() as pid`)], [own]);
  await db.end({ timeout: 1 });
});

test('a statement that could not be prepared, or was given a bad value, works the next time', async () => {
  const db = connect(fresh.connection, { max: 1, ...PATIENT });
  const read = () => db`select one from appears_later`;
  await assert.rejects(async () => read(), { code: '42P01' });
  await fresh.db`create table appears_later (one int)`;
  assert.equal((await read()).length, 0);
  const aborted = db.begin(async (tx) => {
    await tx`select 1 / 0`.catch(() => {});
    await tx`select 'after a failure' as text`.catch(() => {});
  });
  await assert.rejects(aborted, { code: '22012' });
  assert.equal((await db`select 'after a failure' as text`).length, 1);
  const parse = (text: string) => db`select ${text}::int as n`;
  await assert.rejects(async () => parse('x'), { code: '22P02' });
  assert.deepEqual([...(await parse('5'))], [{ n: 5 }]);
  await db.end({ timeout: 1 });
});

test('what cannot be sent fails before it is sent', async () => {
  const db = connect(fresh.connection, { max: 1, ...PATIENT });
  const values = Array.from({ length: 70_000 }, () => 1);
  await assert.rejects(async () => db`select 1 where 1 in ${db(values)}`, RangeError);
  assert.equal((await db`select 1`).length, 1);
  await db.end({ timeout: 1 });
});

test('a failure tells the log what it broke and no row', async () => {
  const lines: string[] = [];
  const log = createLog('info', { write: (text) => void lines.push(text) });
  await fresh.db`create table guarded (name text unique, n int check (n > 0))`;
  const insert = (n: number) => fresh.db`insert into guarded values ('of somebody', ${n})`;
  await insert(1);
  for (const n of [1, -1]) await insert(n).catch((err: unknown) => log.error({ err }, 'not written'));
  assert.equal(lines.length, 2);
  assert.match(lines.join(''), /guarded_name_key.*\n.*guarded_n_check/);
  assert.doesNotMatch(lines.join(''), /of somebody/);
});

test('a channel is heard again after its connection broke', async () => {
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
  // Once for what was missed, then for what it hears.
  await eventually(tell, (times) => times > before + 2);
  await listening.unlisten();
  await db.end({ timeout: 1 });
});

test('a channel that cannot be heard leaves no connection', async () => {
  const db = connect(fresh.connection, { name: 'refused to listen' });
  await assert.rejects(
    db.listen('', () => {}),
    { code: '42601' },
  );
  const read = () => fresh.db`select from pg_stat_activity where application_name = 'refused to listen'`;
  await eventually(read, ({ length }) => length === 0);
  await db.end({ timeout: 1 });
});

test('years beyond four digits come back as text, and all others as they were sent', async () => {
  const first = new Date('0001-01-01T00:00:00Z');
  const [row] = await fresh.db`
    select ${first}::timestamptz as first, '0044-03-15 00:00:00+00 BC'::timestamptz as before,
      '12026-01-01'::timestamptz as far, 'infinity'::timestamptz as never, ${NaN}::float8 as none,
      '-Infinity'::float8 as least, 'NaN'::numeric as no_number, array[[1, 2], [3, null]] as table,
      ${['6f1c2f6e-0000-7000-8000-000000000001']}::uuid[] as ids, ${fresh.db.json(null)} as nothing`;
  assert.deepEqual(row, {
    first: '0001-01-01T00:00:00.000Z',
    before: '0044-03-15 00:00:00+00 BC',
    far: '12026-01-01 00:00:00+00',
    never: 'infinity',
    none: NaN,
    least: -Infinity,
    no_number: 'NaN',
    table: [
      [1, 2],
      [3, null],
    ],
    ids: ['6f1c2f6e-0000-7000-8000-000000000001'],
    nothing: null,
  });
});

async function whoAmI(target: ConnectionTarget): Promise<string> {
  const db = connect(target, { max: 1, ...PATIENT });
  const asked = db<[{ name: string }]>`select current_user as name`.then(([{ name }]) => name);
  try {
    return await asked;
  } finally {
    await db.end({ timeout: 0 });
  }
}

/** Only while the address is read: other tests have the same environment. */
function withEnvironment<T>(variables: Record<string, string>, act: () => Promise<T>): Promise<T> {
  const before = { ...process.env };
  Object.assign(process.env, variables);
  const acting = act();
  for (const name of Object.keys(variables)) {
    if (before[name] === undefined) delete process.env[name];
    else process.env[name] = before[name];
  }
  return acting;
}
