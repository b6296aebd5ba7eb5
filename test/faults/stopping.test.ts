import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { after, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { openBrowser } from '../../support/browser.ts';
import { eventually } from '../../support/eventually.ts';
import { findFreePort } from '../../support/freePort.ts';
import { cloneDatabase, databaseSettings } from '../support/database.ts';
import {
  freshDataDirectory,
  launchServiceProcess,
  makeKeyIn,
  startServiceProcess,
} from '../support/service.ts';
import { sendUnfinishedRequest } from '../support/unfinishedRequest.ts';

const EMAIL = 'ada@example.com';

const fresh = await cloneDatabase();
after(() => fresh.drop());

test('201 for a request of a service that is told to stop while it is starting', async () => {
  const key = await makeKeyIn(fresh.db);
  const PORT = String(await findFreePort());
  const url = `http://127.0.0.1:${PORT}`;
  const { service, slow, ending } = await fresh.db.begin(async (tx) => {
    // The sender registers after the port is open; the lock delays that registration.
    await tx`lock table webhook_senders in share mode`;
    const DATA_DIR = await freshDataDirectory();
    const service = launchServiceProcess({ ...databaseSettings(fresh.connection), DATA_DIR, PORT });
    const readiness = () =>
      fetch(`${url}/readyz`).then(
        ({ status }) => status,
        () => undefined,
      );
    const status = await eventually(readiness, (status) => status !== undefined);
    assert.equal(status, 503);
    const slow = sendUnfinishedRequest(url, key, 'In the first moment');
    await slow.begun;
    const ending = service.end('SIGTERM');
    await eventually(
      () => service.lines,
      (lines) => lines.some((line) => line.includes('"msg":"stopping"')),
    );
    return { service, slow, ending };
  });
  assert.equal((await slow.finish()).status, 201);
  assert.equal((await ending).code, 0);
  assert.ok(!service.lines.some((line) => line.startsWith('ready ')));
});

test('exit code 0 while a mail server does not answer; the mail is retried later', async () => {
  const silent = createServer((socket) => socket.on('error', () => {})).listen(0, '127.0.0.1');
  after(() => silent.close());
  await once(silent, 'listening');
  const { port } = silent.address() as AddressInfo;
  const connected = once(silent, 'connection');
  const DATA_DIR = await freshDataDirectory();
  const settings = { ...databaseSettings(fresh.connection), SMTP_URL: `smtp://127.0.0.1:${port}` };
  const service = await startServiceProcess({ ...settings, DATA_DIR });
  await makeKeyIn(fresh.db, EMAIL);
  const browser = openBrowser(service.url);
  await browser.submit(await browser.get('/reset-password'), '/reset-password', { email: EMAIL });
  const [connection] = await connected;
  const { code } = await service.end('SIGTERM');
  connection.destroy();
  assert.equal(code, 0);
  assert.ok(
    service.lines.some((line) =>
      line.includes('background work still running at the end of the stop timeout'),
    ),
  );
  const mails = await fresh.db`select state, attempts from mails where recipient = ${EMAIL}`;
  assert.deepEqual({ ...mails[0] }, { state: 'waiting', attempts: 1 });
});

test('201 for a running request while the stop of another part fails', async () => {
  const DATA_DIR = await freshDataDirectory();
  const service = await startServiceProcess({ ...databaseSettings(fresh.connection), DATA_DIR });
  const slow = sendUnfinishedRequest(service.url, await makeKeyIn(fresh.db), 'Finished');
  await slow.begun;
  // A stopping sender deletes its registration in that table.
  await fresh.db`alter table webhook_senders rename to elsewhere`;
  const ending = service.end('SIGTERM');
  await Promise.race([ending, sleep(1_500)]);
  const { status, body } = await slow.finish();
  assert.deepEqual([status, body.title], [201, 'Finished']);
  assert.equal((await ending).code, 1);
  assert.ok(service.lines.some((line) => line.includes('not stopped cleanly')));
});
