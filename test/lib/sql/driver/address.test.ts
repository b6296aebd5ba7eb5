import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { connect, type ConnectionTarget } from '../../../../src/lib/sql/sql.ts';
import { cloneDatabase } from '../../../support/database.ts';
import { LONG_TIMEOUTS } from '../../../support/longTimeouts.ts';
import { openTlsProxy } from '../../support/tlsProxy.ts';

const fresh = await cloneDatabase({ on_one_server: true });
after(() => fresh.drop());
const { host, port, username, password, database } = fresh.connection;
const line = await openTlsProxy(fresh.connection);
const socket = encodeURIComponent(host);

const SPELLINGS = {
  'with the socket as a parameter': `postgres://${username}:${password}@/${database}?host=${socket}&port=${port}`,
  'with only parameters': `postgresql:///${database}?host=${host}&port=${port}&user=${username}&password=${password}`,
  'with the socket as its host': `postgres://${username}:${password}@${socket}:${port}/${database}`,
  'that prefers TLS': `postgres://${username}:${password}@${socket}:${port}/${database}?sslmode=prefer`,
};

for (const [what, url] of Object.entries(SPELLINGS))
  test(`an address ${what} is parsed`, async () => assert.equal(await whoAmI(url), username));

test('a password may contain any character', async () => {
  const odd = `p@ss:w/or#d%?&+é'"\\`;
  await fresh.db.unsafe(`create role "odd user" login password '${odd.replaceAll("'", "''")}'`);
  const credentials = `${encodeURIComponent('odd user')}:${encodeURIComponent(odd)}`;
  const url = `postgres://${credentials}@127.0.0.1:${line.port}/${database}?sslmode=require`;
  assert.equal(await whoAmI(url), 'odd user');
  await fresh.db`drop role "odd user"`;
});

test('the error about an invalid address does not contain its password', async () => {
  const error: unknown = await whoAmI('postgres://somebody:hidden#secret@host/db').catch((error) => error);
  assert.ok(error instanceof TypeError);
  assert.ok(!JSON.stringify([error, error.message, error.stack]).includes('hidden'));
});

test('the environment supplies missing parts of an address, but not for the embedded server', async () => {
  const variables = { PGHOST: host, PGPORT: String(port), PGUSER: username, PGPASSWORD: password };
  const asked = withEnvironment({ ...variables, PGDATABASE: database }, () => whoAmI('postgres://'));
  assert.equal(await asked, username);
  assert.equal(await withEnvironment({ PGSSLMODE: 'require' }, () => whoAmI(fresh.connection)), username);
});

test('an untrusted certificate is rejected only if certificates are verified', async () => {
  const url = `postgres://${username}:${password}@127.0.0.1:${line.port}/${database}?sslmode=`;
  assert.equal(await whoAmI(`${url}require`), username);
  assert.equal(await whoAmI(`${url}prefer`), username);
  await assert.rejects(whoAmI(`${url}verify-full`), { code: /SELF_SIGNED|UNABLE_TO/ });
});

test('a server without TLS is rejected if TLS is required', async () => {
  const url = `postgres://${username}:${password}@${socket}:${port}/${database}?sslmode=`;
  for (const mode of ['require', 'verify-full'])
    await assert.rejects(whoAmI(url + mode), /does not support SSL connections/);
});

async function whoAmI(target: ConnectionTarget): Promise<string> {
  const db = connect(target, { max: 1, ...LONG_TIMEOUTS });
  const asked = db<[{ name: string }]>`select current_user as name`.then(([{ name }]) => name);
  try {
    return await asked;
  } finally {
    await db.end({ timeout: 0 });
  }
}

/** Sets environment variables only while the address is read, because other tests share the environment. */
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
