import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { createGuard } from '../../../../src/lib/http/outgoing/guard.ts';
import { createOutgoingClient } from '../../../../src/lib/http/outgoing/outgoing.ts';
import { openReceiver, openSocketServer } from '../../../support/receiver.ts';
import { callUrl, outcomeWord } from './support.ts';

const receiver = await openReceiver();
const garbage = await openSocketServer((socket) => socket.on('data', () => socket.end('hello\r\n\r\n')));
const closing_server = await openSocketServer((socket) => socket.on('data', () => socket.destroy()));
const outgoing = createOutgoingClient({ guard: createGuard(['127.0.0.0/8', 'nowhere.invalid']) });
after(() => Promise.all([outgoing.close(), receiver.close(), garbage.close(), closing_server.close()]));

test('a call with a 2xx response ends at its headers, and the next call uses the same connection', async () => {
  receiver.answer = (_request, response) => void response.writeHead(200).end('x'.repeat(1000));
  // The only slot is free again when the body of the answer has been read.
  const narrow = createOutgoingClient({ guard: createGuard(['127.0.0.0/8']), max_per_route: 1 });
  after(() => narrow.close());
  const first = await callUrl(narrow, `${receiver.url}/hook?a=b`, { body: '{"a":"ü"}' });
  assert.equal(first.outcome.kind === 'answered' && first.outcome.body.length, 0);
  assert.equal(first.address, '127.0.0.1');
  assert.ok(first.timings.connect_ms !== null && first.timings.first_byte_ms !== null);
  assert.equal(receiver.received.at(-1)?.path, '/hook?a=b');
  assert.equal(receiver.received.at(-1)?.body, '{"a":"ü"}');

  const opened = receiver.connections;
  for (let round = 0; round < 20; round++) {
    const { reused, timings } = await callUrl(narrow, receiver.url);
    assert.equal(reused, true);
    assert.equal(timings.connect_ms, null);
  }
  assert.equal(receiver.connections, opened);
});

test('the body of a non-2xx response is read up to its limit', async () => {
  receiver.answer = (_request, response) => void response.writeHead(500).end('x'.repeat(100_000));
  const { outcome } = await callUrl(outgoing, receiver.url);
  assert.ok(outcome.kind === 'answered');
  assert.equal(outcome.status, 500);
  assert.equal(outcome.body.length, 4096);
  assert.equal(outcome.truncated, true);
});

test('a response body of exactly the limit is complete, a longer one is truncated', async () => {
  for (const [length, truncated] of [
    [4_096, false],
    [4_097, true],
  ] as const) {
    receiver.answer = (_request, response) => void response.writeHead(500).end('x'.repeat(length));
    const { outcome } = await callUrl(outgoing, receiver.url);
    assert.ok(outcome.kind === 'answered');
    assert.deepEqual([outcome.body.length, outcome.truncated], [4_096, truncated]);
  }
});

test('a connection is kept after discarding 64 KB, and closed after one byte more', async () => {
  const narrow = createOutgoingClient({ guard: createGuard(['127.0.0.0/8']), max_per_route: 1 });
  after(() => narrow.close());
  const unwanted = { reading: { limit_bytes: 0, success_body: 'ignore' } } as const;
  for (const [length, reused] of [
    [64 * 1024, true],
    [64 * 1024 + 1, false],
  ] as const) {
    receiver.answer = (_request, response) => void response.writeHead(200).end('x'.repeat(length));
    assert.equal(outcomeWord(await callUrl(narrow, receiver.url, unwanted)), 200);
    // The next call gets the only slot when the body has been read or abandoned.
    receiver.answer = (_request, response) => void response.writeHead(204).end();
    assert.equal((await callUrl(narrow, receiver.url)).reused, reused, `after ${length} bytes`);
  }
});

test('the body of a 2xx response is read if requested', async () => {
  receiver.answer = (_request, response) => void response.writeHead(200).end('y'.repeat(100_000));
  const reading = { limit_bytes: 1_000_000, success_body: 'read' } as const;
  const { outcome } = await callUrl(outgoing, receiver.url, { reading });
  assert.ok(outcome.kind === 'answered');
  assert.equal(outcome.body.length, 100_000);
  assert.equal(outcome.truncated, false);
});

test('a redirect is not followed', async () => {
  const before = receiver.received.length;
  receiver.answer = (_request, response) => void response.writeHead(302, { Location: receiver.url }).end();
  assert.equal(outcomeWord(await callUrl(outgoing, receiver.url)), 302);
  assert.equal(receiver.received.length, before + 1);
});

test('a call with a partial response on a kept connection is not sent again', async () => {
  receiver.answer = (_request, response) => void response.writeHead(204).end();
  assert.equal(outcomeWord(await callUrl(outgoing, receiver.url)), 204);
  const before = receiver.received.length;
  receiver.answer = (_request, response) => {
    response.writeHead(500, { 'Content-Length': 9 }).write('half', () => response.socket?.destroy());
  };
  const { outcome, reused } = await callUrl(outgoing, receiver.url);
  assert.ok(outcome.kind === 'failed' && reused);
  assert.deepEqual([outcome.error, outcome.status], ['connection_lost', 500]);
  assert.equal(receiver.received.length, before + 1);
});

const failing: [string, string, string][] = [
  ['no server', 'http://127.0.0.1:1/', 'connection_refused'],
  ['a response that is not HTTP', `http://127.0.0.1:${garbage.port}/`, 'invalid_answer'],
  ['a server that closes the connection', `http://127.0.0.1:${closing_server.port}/`, 'connection_lost'],
  ['TLS to a server without TLS', `https://127.0.0.1:${receiver.port}/`, 'tls_failed'],
  ['an unknown scheme', 'ftp://127.0.0.1/', 'invalid_url'],
  ['credentials in the URL', 'http://a:b@127.0.0.1/', 'invalid_url'],
  ['only a user name in the URL', 'http://a@127.0.0.1/', 'invalid_url'],
  ['only a password in the URL', 'http://:b@127.0.0.1/', 'invalid_url'],
  ['a text that is not a URL', 'nonsense', 'invalid_url'],
  ['a private address', 'https://10.0.0.1/', 'blocked'],
  ['plain http to a public address', 'http://93.184.216.34/', 'blocked'],
];

/** The steps whose times a failed call reports. */
const REACHED: Readonly<Record<string, string[]>> = {
  connection_refused: ['dns_ms'],
  tls_failed: ['dns_ms'],
  invalid_answer: ['dns_ms', 'connect_ms', 'first_byte_ms'],
  connection_lost: ['dns_ms', 'connect_ms'],
};

for (const [what, url, word] of failing) {
  test(`${word} for ${what}`, async () => {
    const result = await callUrl(outgoing, url);
    assert.equal(outcomeWord(result), word);
    const { total_ms, ...steps } = result.timings;
    const taken = Object.entries(steps).filter(([, step_ms]) => step_ms !== null);
    assert.deepEqual(
      taken.map(([name]) => name),
      REACHED[word] ?? [],
    );
    for (const [, step_ms] of taken) assert.ok(step_ms !== null && step_ms <= total_ms);
  });
}
