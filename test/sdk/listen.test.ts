/* Commands that run until they are stopped: events on a laptop, and the growing log. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { revokeKey } from '../../src/features/keys/keys.ts';
import { readGuideMarkdown } from '../../src/features/reference/guides/catalogue.ts';
import { createTask } from '../../src/features/tasks/tasks.ts';
import { runCommand } from '../../sdk/src/cli/run.ts';
import { verifyWebhook } from '../../sdk/src/webhooks.ts';
import { cleanEnvironment } from '../../support/environment.ts';
import { eventually } from '../../support/eventually.ts';
import { findFreePort } from '../../support/freePort.ts';
import { samplesOf } from '../reference/support/samples.ts';
import { openWorld, startNode } from '../support/world.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const world = await openWorld();
const tenant = await world.account();
const { token = '' } = await tenant.api();
const receiver = await openReceiver();

type Received = { headers: IncomingMessage['headers']; body: string };

async function openReceiver() {
  const received: Received[] = [];
  const receive = async (request: IncomingMessage, response: ServerResponse) => {
    received.push({ headers: request.headers, body: await text(request) });
    // The server keeps no connection alive, because a kept connection fails differently from a refused one.
    response.writeHead(request.url === '/refused' ? 418 : 204, { Connection: 'close' }).end();
  };
  const server = createServer((request, response) => void receive(request, response));
  const port = await findFreePort();
  const open = async () => {
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
  };
  const close = async () => {
    server.close();
    server.closeAllConnections();
    if (server.listening) await once(server, 'close');
  };
  after(close);
  await open();
  return { url: `http://127.0.0.1:${port}`, received, close, open };
}

/** Starts a command that runs until it is stopped. */
async function start(line: string, env: Record<string, string> = {}) {
  const stopping = new AbortController();
  const [said, noted]: [string[], string[]] = [[], []];
  const done = runCommand(line.split(' '), {
    env: { TENANT_OPS_URL: world.url, TENANT_OPS_KEY: token, ...env },
    call: 'tenant-ops',
    screen: {
      say: (one) => void said.push(one),
      note: (one) => void noted.push(one),
      signal: stopping.signal,
    },
  });
  const stop = () => {
    stopping.abort();
    return done;
  };
  after(stop);
  return { said, noted, done, stop };
}

async function listen(flags: string, env: Record<string, string> = {}) {
  world.clock.advance(1_000);
  const running = await start(`listen${flags}`, env);
  await eventually(
    () => running.noted,
    ({ length }) => length >= 3,
  );
  const secret = /whsec_\S+/.exec(running.noted.join('\n'))?.[0] ?? '';
  return { ...running, secret };
}

const make = (title: string) => createTask(tenant.ctx(), { title });
const count = (list: readonly unknown[], wanted: number) =>
  eventually(
    () => list,
    ({ length }) => length >= wanted,
  );
const titleOf = (line: string) => JSON.parse(line).data.title;

test('an event is forwarded with a valid signature and printed with its status', async () => {
  const other = await world.account();
  const { said, secret, stop } = await listen(` --forward ${receiver.url}/hook --events task.created`);
  await createTask(other.ctx(), { title: 'Foreign' });
  const { id } = await make('Passed on');
  await count(said, 1);
  assert.match(said[0] ?? '', /^2026-\S+  task\.created  evt-\S+  → 204 \(\d+ ms\)$/);
  assert.equal(receiver.received.length, 1);
  const [{ headers, body }] = receiver.received as [Received];
  const event = await verifyWebhook(body, headers, secret, { now: world.clock.now() });
  assert.deepEqual([event.event, Object(event.data).task_id], ['task.created', id]);
  await assert.rejects(
    verifyWebhook(body, headers, `whsec_${Buffer.from('other').toString('base64')}`, {
      now: world.clock.now(),
    }),
  );
  assert.deepEqual(await stop(), { out: '', err: '', code: 0 });
});

test('a failing target is reported, and the next event is forwarded', async () => {
  const refusing = await listen(` --forward ${receiver.url}/refused`);
  await make('Refused');
  await count(refusing.said, 1);
  assert.match(refusing.said[0] ?? '', /→ 418 \(/);
  await refusing.stop();

  const { said, stop } = await listen(` --forward ${receiver.url} --json`);
  await receiver.close();
  await make('Lost');
  await count(said, 1);
  await receiver.open();
  await make('Found');
  await count(said, 2);
  assert.deepEqual(said.map(titleOf), ['Lost', 'Found']);
  const [lost, found] = said.map((line) => JSON.parse(line).forwarded);
  assert.match(lost.error, /ECONNREFUSED/);
  assert.equal(found.status, 204);
  await stop();
});

test('no event is lost or printed twice across an outage of the service', async () => {
  const { db, tools } = world;
  const port = await findFreePort();
  const first = await startNode({ db, tools }, port);
  const url = first.server.listeningOrigin;
  const { said, noted, stop } = await listen(' --json', { TENANT_OPS_URL: url });
  await make('Before');
  await count(said, 1);
  await first.close();
  await make('Meanwhile');
  await eventually(
    () => noted.join('\n'),
    (lines) => lines.includes('Connection lost'),
  );
  const again = await startNode({ db, tools }, port);
  after(() => again.close());
  await count(said, 2);
  await make('After');
  await count(said, 3);
  assert.deepEqual(said.map(titleOf), ['Before', 'Meanwhile', 'After']);
  assert.equal(JSON.parse(said[0] ?? '').forwarded, null);
  assert.ok(noted.includes('Connected again'));
  await stop();
});

test('a revoked key ends listening with a sentence, and a key without the scope does not start it', async () => {
  const own = await tenant.api(['manage:webhooks']);
  const { done } = await listen('', { TENANT_OPS_KEY: String(own.token) });
  await revokeKey(tenant.ctx(), own.key_id);
  await make('Untold');
  const { code, err, out } = await done;
  assert.deepEqual([code, out], [1, '']);
  assert.match(err, /The key was revoked/);
  const { token: narrow } = await tenant.api(['read:tasks']);
  const refused = await (await start('listen --json', { TENANT_OPS_KEY: String(narrow) })).done;
  assert.deepEqual([refused.code, JSON.parse(refused.out).error], [1, 'INSUFFICIENT_PERMISSIONS']);
});

test('the log prints each matching new request once', async () => {
  const by = await tenant.api();
  await by.get('/v1/whoami');
  await world.app.requests.flush();
  const { said, stop } = await start('logs tail');
  const every = await start('logs tail --json');
  const refused = await start('logs tail --status 4xx --json');
  await eventually(
    () => said,
    (lines) => lines.some((line) => /200 {2}GET \/v1\/whoami/.test(line)),
  );
  await by.get('/v1/api-tenant-tasks?limit=0');
  await eventually(
    () => said,
    (lines) => lines.some((line) => line.includes('400  GET /v1/api-tenant-tasks')),
  );
  await eventually(
    () => refused.said,
    (lines) => lines.some((line) => line.includes('"status":400')),
  );
  const paths = refused.said.map((line) => JSON.parse(line)).filter(({ status }) => status === 400);
  assert.deepEqual(
    paths.map(({ path, by: caller }) => [path, caller.id]),
    [['/v1/api-tenant-tasks', by.key_id]],
  );
  assert.ok(refused.said.every((line) => /"status":4\d\d/.test(line)));
  await eventually(
    () => every.said,
    (lines) => lines.some((line) => line.includes('"status":400')),
  );
  const ids = every.said.map((line) => String(JSON.parse(line).id));
  assert.equal(new Set(ids).size, ids.length);
  assert.ok(!said.some((line) => line.includes('/v1/requests')));
  for (const tail of [{ stop }, every, refused]) assert.equal((await tail.stop()).code, 0);
});

test('the commands of the quickstart deliver a verified event to the local machine', async () => {
  world.clock.advance(Date.now() - world.clock.now().getTime());
  const samples = samplesOf(readGuideMarkdown('quickstart', world.url)).filter(
    ({ name }) => name === 'laptop',
  );
  const port = String(await findFreePort());
  const lines = samples.flatMap(({ code }) => code.replaceAll('3000', port).split('\n'));
  const [setting = '', listening = '', receiving = '', triggering = '', ...more] = lines;
  assert.equal(setting, 'export TENANT_OPS_URL="$BASE" TENANT_OPS_KEY="$KEY"');
  assert.deepEqual(more, []);
  const { said, noted, stop } = await listen(listening.replace('npm run -s cli -- listen', ''));
  const [, secret = ''] = /^Signing secret: (\S+)$/m.exec(noted.join('\n')) ?? [];

  const [, path = ''] = /^WEBHOOK_SECRET=… PORT=\d+ node (\S+)$/.exec(receiving) ?? [];
  const env = cleanEnvironment({ WEBHOOK_SECRET: secret, PORT: port });
  const receiving_process = spawn(process.execPath, [join(ROOT, path)], { env });
  after(() => receiving_process.kill());
  const printed = createInterface({ input: receiving_process.stdout })[Symbol.asyncIterator]();
  assert.equal((await printed.next()).value, `listening on port ${port}`);
  const trigger = await start(triggering.replace('npm run -s cli -- ', ''));
  assert.equal((await trigger.done).code, 0);
  assert.match(String((await printed.next()).value), /^task\.created/);
  await count(said, 1);
  assert.match(said[0] ?? '', /task\.created {2}evt-\S+ {2}→ 204 \(/);
  await stop();
});

test('Ctrl-C ends listening with exit code 0', async () => {
  const env = cleanEnvironment({ TENANT_OPS_URL: world.url, TENANT_OPS_KEY: token });
  const child = spawn(process.execPath, [join(ROOT, 'sdk/src/cli/main.ts'), 'listen'], { env });
  const lines = createInterface({ input: child.stderr })[Symbol.asyncIterator]();
  assert.match(String((await lines.next()).value), /^Listening for every event; Ctrl-C ends it/);
  child.kill('SIGINT');
  assert.deepEqual(await once(child, 'exit'), [0, null]);
});
