/* The service in the test process with its own database: the resources that a start opens and a stop closes. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readdir, readFile } from 'node:fs/promises';
import { request } from 'node:http';
import { createServer, Server, type AddressInfo } from 'node:net';
import { networkInterfaces } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { after, test, type TestContext } from 'node:test';
import type { Context } from '../../src/access/context.ts';
import { readConfig } from '../../src/config.ts';
import { createInbox } from '../../src/features/webhooks/inbox/inboxes.ts';
import { createLog } from '../../src/lib/log.ts';
import { startService } from '../../src/service/service.ts';
import { openBrowser } from '../../support/browser.ts';
import { callerAt } from '../../support/caller.ts';
import { consoleOf } from '../../support/console.ts';
import { eventually } from '../../support/eventually.ts';
import { cloneDatabase } from '../support/database.ts';
import { openReceiver } from '../support/receiver.ts';
import { makeTools } from '../support/tools.ts';
import {
  PASSWORD,
  freshDataDirectory,
  makeKeyIn,
  readFailedStart,
  startServiceProcess,
} from '../support/service.ts';

const PATH = '/v1/api-tenant-tasks';
const fresh = await cloneDatabase({ on_one_server: true });
after(() => fresh.drop());
const { db, connection } = fresh;
const DATA_DIR = await freshDataDirectory();
const key = await makeKeyIn(db, 'ada@example.com');
const receiver = await openReceiver();
after(() => receiver.close());

const { host, port, username, password, database } = connection;
const DATABASE_URL = `postgres://${username}:${encodeURIComponent(password)}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`;

/** Starts the service with these settings and collects its log. */
async function start(env: Record<string, string> = {}) {
  const lines: { msg: string; level: string }[] = [];
  const config = readConfig({
    DATABASE_URL,
    DATA_DIR,
    PORT: '0',
    DRAIN_MS: '0',
    WEBHOOK_ALLOW: '127.0.0.1',
    SECRET_KEY: '07'.repeat(32),
    ...env,
  });
  const log = createLog('info', { write: (line) => void lines.push(JSON.parse(line)) });
  const said: string[] = [];
  const service = await startService(config, log, (line) => said.push(line));
  after(() => service.stop());
  const { url } = service;
  return { url, lines, said, stop: () => service.stop(), api: callerAt(url, key), nobody: callerAt(url) };
}

const listSenders = async () => (await db`select id from webhook_senders`).length;
const listSessions = async () =>
  (
    await db`
      select pid from pg_stat_activity
      where datname = ${database} and backend_type = 'client backend' and pid <> pg_backend_pid()`
  ).length;

/** Returns a request that has reached its handler, which waits for the rest of the body. */
async function beginTask(url: string) {
  const sending = request(url + PATH, {
    method: 'POST',
    headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json', Expect: '100-continue' },
  });
  const answered = once(sending, 'response');
  const goes_on = once(sending, 'continue');
  sending.flushHeaders();
  await goes_on;
  sending.write('{"title":');
  return async () => {
    sending.end('"Finished"}');
    const [answer] = await answered;
    return [answer.statusCode, JSON.parse(await text(answer)).title];
  };
}

test('a start serves the API at its address, sends deliveries and mails, and does not mention the demo', async () => {
  const { url, api, nobody, said, lines, stop } = await start();
  assert.match(url, /^http:\/\/127\.0\.0\.1:\d+$/);
  const ready = await eventually(
    () => nobody.get('/readyz'),
    ({ status }) => status === 200,
  );
  assert.deepEqual(ready.body, { status: 'ready' });
  assert.deepEqual((await nobody.get('/v1/openapi.json')).body.servers, [{ url }]);
  assert.match((await nobody.get('/metrics')).text, /^tenant_ops_database_connections\{state="max"\} 6$/m);
  assert.equal((await nobody.get('/')).status, 303);

  const endpoint = { url: `${receiver.url}/hook`, events: ['task.created'] };
  assert.equal((await api.post('/v1/webhook-subscribe', endpoint)).status, 201);
  assert.equal((await api.post(PATH, { title: 'Pump 7' })).status, 201);
  await eventually(
    () => receiver.received.map(({ path }) => path),
    (paths) => paths.includes('/hook'),
  );
  assert.equal(await listSenders(), 1);

  const browser = openBrowser(url);
  await browser.submit(await browser.get('/reset-password'), '/reset-password', { email: 'ada@example.com' });
  const [letter] = await eventually(
    () => readdir(join(DATA_DIR, 'mail')).catch(() => []),
    ([name]) => name !== undefined && name.endsWith('.eml'),
  );
  // Joins the lines that quoted-printable encoding has broken.
  const mail = (await readFile(join(DATA_DIR, 'mail', letter ?? ''), 'utf8')).replaceAll('=\r\n', '');
  assert.ok(mail.includes(`${url}/reset-password/new?token=3Dtpr_`), mail);
  assert.deepEqual(said, []);
  await stop();
  assert.equal(await listSenders(), 0);
  assert.deepEqual(
    lines.filter(({ level }) => level !== 'info'),
    [],
  );
});

test('a stopping service is not ready, finishes the running request, accepts no more, and leaves no connection', async () => {
  const before = await listSessions();
  const { url, nobody, stop } = await start({ DRAIN_MS: '1' });
  const finish = await beginTask(url);
  const stopping = stop();
  await stop();
  const readiness = nobody.get('/readyz').catch(() => ({ status: 503 }));
  assert.deepEqual(await finish(), [201, 'Finished']);
  assert.equal((await readiness).status, 503);
  await stopping;
  await assert.rejects(fetch(`${url}/healthz`));
  await eventually(listSessions, (count) => count <= before);
});

test('a worker serves health checks and no API, and an API process sends nothing', async () => {
  const worker = await start({ ROLES: 'worker' });
  assert.equal(await listSenders(), 1);
  assert.equal((await worker.nobody.get('/healthz')).status, 200);
  assert.equal((await worker.nobody.get('/sign-in')).status, 404);
  assert.equal((await worker.api.get(PATH)).status, 404);
  await worker.stop();
  const api = await start({ ROLES: 'api', METRICS: 'off' });
  assert.equal(await listSenders(), 0);
  assert.equal((await api.api.get(PATH)).status, 200);
  assert.equal((await api.nobody.get('/sign-in')).status, 200);
  assert.equal((await api.nobody.get('/metrics')).status, 404);
  await api.stop();
});

test('a port in use ends the start with all its connections', async () => {
  const before = await listSessions();
  const taken = createServer().listen(0, '127.0.0.1');
  await once(taken, 'listening');
  const { port: PORT } = taken.address() as AddressInfo;
  await assert.rejects(start({ PORT: String(PORT) }), /^StartupFault: Cannot listen on 127\.0\.0\.1:\d+: /);
  await assert.rejects(start({ METRICS: `port:${PORT}` }), /set METRICS to another port/);
  taken.close();
  assert.equal(await listSenders(), 0);
  await eventually(listSessions, (count) => count <= before);
});

/** Takes the port just before a start listens on it, as another process could. */
function takePorts(t: TestContext, count: number): Server[] {
  const takers: Server[] = [];
  const listen: (...given: never[]) => Server = Reflect.get(Server.prototype, 'listen');
  const listenLater: (this: Server, ...given: never[]) => Server = function (...given) {
    const [options]: unknown[] = given;
    const is_chosen = typeof options === 'object' && options !== null && 'port' in options;
    if (!is_chosen || takers.length === count) return Reflect.apply(listen, this, given);
    const taker = createServer();
    takers.push(taker);
    taker.once('listening', () => Reflect.apply(listen, this, given));
    Reflect.apply(listen, taker, [options]);
    return this;
  };
  t.mock.method(Server.prototype, 'listen', listenLater);
  t.after(() => takers.map((taker) => taker.close()));
  return takers;
}

test('another free port is selected if the first one was taken meanwhile, and a start fails after five ports', async (t) => {
  const takers = takePorts(t, 1);
  const { url, nobody, stop } = await start();
  assert.equal(takers.length, 1);
  assert.deepEqual((await nobody.get('/v1/openapi.json')).body.servers, [{ url }]);
  await stop();
  t.mock.restoreAll();
  const all = takePorts(t, 9);
  await assert.rejects(start(), /^StartupFault: Cannot listen on 127\.0\.0\.1:\d+: .*EADDRINUSE/);
  assert.equal(all.length, 5);
});

test('an address of another machine ends the start immediately', async () => {
  await assert.rejects(
    start({ HOST: '203.0.113.1' }),
    /^StartupFault: Cannot listen on 203\.0\.113\.1:0: .*EADDRNOTAVAIL/,
  );
});

const HAS_IPV6 = Object.values(networkInterfaces()).some((list) =>
  list?.some(({ family }) => family === 'IPv6'),
);

for (const [HOST, reachable] of [
  ['0.0.0.0', '127\\.0\\.0\\.1'],
  ['::', '127\\.0\\.0\\.1'],
  ['::1', '\\[::1\\]'],
] as const)
  test(
    `a service that listens on ${HOST} prints an address that this machine reaches`,
    { skip: HOST.includes(':') && !HAS_IPV6 },
    async () => {
      const { url, nobody, stop } = await start({ HOST });
      assert.match(url, new RegExp(`^http://${reachable}:\\d+$`));
      assert.equal((await nobody.get('/healthz')).status, 200);
      await stop();
    },
  );

test('a server of DATABASE_DIRECT_URL that is not a pooler is used', async () => {
  const { nobody, stop } = await start({ DATABASE_DIRECT_URL: DATABASE_URL });
  assert.deepEqual((await nobody.get('/readyz')).body, { status: 'ready' });
  await stop();
});

test('inboxes use PUBLIC_URL, and stay unchanged if it is not set', async () => {
  const [account] = await db<[{ id: string }]>`select id from accounts limit 1`;
  const tools = makeTools({ public_url: 'https://old.example.com' });
  const ctx: Context = { db, account_id: account.id, actor: { kind: 'system' }, now: new Date(), tools };
  const { id } = await createInbox(ctx, { events: ['task.created'] });
  const readUrl = async () => (await db`select url from webhook_endpoints where id = ${id}`)[0]?.['url'];
  const before = await readUrl();
  await (await start()).stop();
  assert.equal(await readUrl(), before);
  await (await start({ PUBLIC_URL: 'https://ops.example.com' })).stop();
  assert.equal(await readUrl(), String(before).replace('old.', 'ops.'));
});

test('an inbox of the service receives deliveries although its address is private', async () => {
  const { url, api, stop } = await start({ WEBHOOK_ALLOW: '' });
  const desk = await consoleOf({ url }, { email: 'ada@example.com', password: PASSWORD });
  const { body: inbox } = await desk.post('/inboxes', { events: ['task.created'] });
  await api.post(PATH, { title: 'Pump 8' });
  const { arrivals } = await eventually(
    async () => (await desk.get(`/inbox?endpoint_id=${inbox.id}`)).body,
    ({ arrivals }) => arrivals.length > 0,
  );
  assert.equal(arrivals[0].verdict, 'verified');
  await stop();
});

test('an unreachable database ends the start with one sentence', async () => {
  await assert.rejects(
    start({ DATABASE_URL: 'postgres://a:b@127.0.0.1:1/c' }),
    /^StartupFault: The database cannot be reached: /,
  );
  await assert.rejects(
    start({ DATABASE_URL: DATABASE_URL.replace(database, `${database}_missing`) }),
    /^StartupFault: The database cannot be reached: .*does not exist/,
  );
});

test('a failed start writes one line with the reason, and exits with 1', async () => {
  const { code, stdout, stderr } = await readFailedStart({ PORT: '70000', ROLES: 'cook' });
  assert.deepEqual([code, stdout], [1, '']);
  assert.match(stderr, /^Invalid settings: PORT: [^\n]+; ROLES: [^\n]+\n$/);
});

test('the program says where it serves, and ends with 0 on SIGTERM', async () => {
  const service = await startServiceProcess({
    DATABASE_URL,
    DATA_DIR,
    SECRET_KEY: '07'.repeat(32),
    DRAIN_MS: '0',
  });
  await eventually(
    async () => (await fetch(`${service.url}/readyz`)).status,
    (status) => status === 200,
  );
  assert.equal((await service.end('SIGTERM')).code, 0);
  assert.equal(service.lines.filter((line) => line.startsWith('ready ')).length, 1);
  assert.equal(await listSenders(), 0);
});
