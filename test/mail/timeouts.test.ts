import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, Socket, type AddressInfo } from 'node:net';
import { after, mock, test } from 'node:test';
import { smtpMailer } from '../../src/lib/mail/mailer.ts';

const LETTER = { id: 'a', recipient: 'a@example.com', subject: 'A', text: 'A', html: '<p>Hello</p>' };
const CONNECTED_WITHIN_MS = 10_000;
const GREETED_WITHIN_MS = 10_000;
const SILENT_MS = 20_000;

/** A mail server that accepts connections and never answers. */
const silent = createServer(() => {}).listen(0, '127.0.0.1');
await once(silent, 'listening');
const { port } = silent.address() as AddressInfo;
after(() => silent.close());

test('a silent mail server is abandoned after ten seconds, and a silent connection after twenty', async () => {
  mock.timers.enable({ apis: ['Date'] });
  const timers = mock.method(globalThis, 'setTimeout');
  const silences = mock.method(Socket.prototype, 'setTimeout');
  const mailer = smtpMailer(`smtp://127.0.0.1:${port}`);
  const accepted = once(silent, 'connection') as Promise<[Socket]>;
  const sent = mailer.send(LETTER);
  const [connection] = await accepted;
  connection.destroy();
  await assert.rejects(sent);
  mock.restoreAll();
  mock.timers.reset();
  const waits = timers.mock.calls.map(({ arguments: [, ms] }) => ms);
  assert.deepEqual(waits.slice(0, 2), [CONNECTED_WITHIN_MS, GREETED_WITHIN_MS]);
  assert.ok(silences.mock.calls.some(({ arguments: [ms] }) => ms === SILENT_MS));
});
