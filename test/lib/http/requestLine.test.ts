import assert from 'node:assert/strict';
import type { Socket } from 'node:net';
import { PassThrough } from 'node:stream';
import { test, type TestContext } from 'node:test';
import { readRejectedRequestLine, type RequestLine } from '../../../src/lib/http/requestLine.ts';

/** Returns the request lines that are found for a packet that the parser has rejected, and for later packets. */
function refuse(t: TestContext, packet: string, { code = 'HPE_INVALID_METHOD', parsed = 0 } = {}) {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const socket = new PassThrough();
  let parser_calls = 0;
  socket.on('data', () => parser_calls++);
  const found: (RequestLine | undefined)[] = [];
  const error = Object.assign(new Error(code), {
    code,
    rawPacket: Buffer.from(packet, 'latin1'),
    bytesParsed: parsed,
  });
  readRejectedRequestLine(error, socket as unknown as Socket, (line) => found.push(line));
  return { socket, found, countOfParser: () => parser_calls };
}

const LINE = { method: 'FROB', target: '/known' };

const WHOLE: [string, RequestLine | undefined][] = [
  ['FROB /known HTTP/1.1\r\nHost: a\r\n\r\n', LINE],
  ['FROB /known HTTP/1.0\n', LINE],
  [' /known HTTP/1.1\r\n', { method: '', target: '/known' }],
  ['FROB /known HTTP/2.0\r\n', undefined],
  ['FROB /known\r\n', undefined],
  ['FROB  /known HTTP/1.1\r\n', undefined],
  ['FR(B /known HTTP/1.1\r\n', undefined],
  [`${'F'.repeat(64)} /known HTTP/1.1\r\n`, { method: 'F'.repeat(64), target: '/known' }],
  [`${'F'.repeat(65)} /known HTTP/1.1\r\n`, undefined],
  [`FROB /${'a'.repeat(8_191)} HTTP/1.1\r\n`, { method: 'FROB', target: `/${'a'.repeat(8_191)}` }],
  [`FROB /${'a'.repeat(8_192)} HTTP/1.1\r\n`, undefined],
  ['\r\nFROB /known', undefined],
];
for (const [packet, line] of WHOLE)
  test(`the method is found in the first packet ${JSON.stringify(packet.slice(0, 30))}: ${line?.method.slice(0, 10)}`, (t) => {
    assert.deepEqual(refuse(t, packet).found, [line]);
  });

test('the request line begins after the line break before the position where the parser stopped', (t) => {
  const packet = 'GET / HTTP/1.1\r\n\r\nFROB /known HTTP/1.1\r\n';
  assert.deepEqual(refuse(t, packet, { parsed: packet.indexOf('B ') }).found, [LINE]);
  assert.deepEqual(refuse2(t, packet, packet.indexOf('FROB')), [LINE]);
});

function refuse2(t: TestContext, packet: string, parsed: number) {
  t.mock.timers.reset();
  return refuse(t, packet, { parsed }).found;
}

test('other parser errors, and errors without a packet, have no request line', (t) => {
  assert.deepEqual(refuse(t, 'FROB /known HTTP/1.1\r\n', { code: 'HPE_INVALID_HEADER_TOKEN' }).found, [
    undefined,
  ]);
  for (const fields of [
    { rawPacket: 'FROB /known HTTP/1.1\r\n', bytesParsed: 0 },
    { rawPacket: Buffer.from('FROB /known HTTP/1.1\r\n') },
  ]) {
    const found: unknown[] = [];
    const error = Object.assign(new Error('refused'), { code: 'HPE_INVALID_METHOD', ...fields });
    readRejectedRequestLine(error, new PassThrough() as unknown as Socket, (line) => found.push(line));
    assert.deepEqual(found, [undefined]);
  }
});

for (const code of ['HPE_INVALID_METHOD', 'HPE_INVALID_CONSTANT', 'HPE_INVALID_VERSION'])
  test(`the rest of a line after ${code} comes in later packets, which the parser does not get`, async (t) => {
    const { socket, found, countOfParser } = refuse(t, 'FRO', { code });
    for (const packet of ['B /kno', 'wn HTTP/1', '.1\r']) {
      socket.write(packet);
      assert.deepEqual(found, []);
    }
    socket.write('\nHost: a\r\n');
    socket.write('more\n');
    socket.end();
    t.mock.timers.tick(2_000);
    assert.deepEqual([found, countOfParser()], [[LINE], 0]);
  });

test('text that cannot become a request line is rejected immediately', (t) => {
  for (const [first, then] of [
    ['FR', 'O(B'],
    ['FROB ', '/a b'],
    ['FROB /a ', 'HTTP/11.12.13'],
    ['FROB', 'x'.repeat(61)],
  ] as const) {
    const { socket, found } = refuse(t, first);
    t.mock.timers.reset();
    assert.deepEqual(found, []);
    socket.write(then);
    assert.deepEqual(found, [undefined], `${first}${then}`);
  }
});

for (const event of ['end', 'close'])
  test(`the wait for the rest of a line ends at the ${event} of its connection`, (t) => {
    const { socket, found } = refuse(t, 'FROB /kn');
    socket.emit(event);
    assert.deepEqual(found, [undefined]);
    socket.emit(event);
    assert.deepEqual(found, [undefined]);
  });

test('the server waits two seconds for the rest of a request line', (t) => {
  const { found } = refuse(t, 'FROB /kn');
  t.mock.timers.tick(1_999);
  assert.deepEqual(found, []);
  t.mock.timers.tick(1);
  assert.deepEqual(found, [undefined]);
});
