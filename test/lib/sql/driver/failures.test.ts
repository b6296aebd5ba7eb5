import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  askedApart,
  askedAtOnce,
  askedByNone,
  inFileStore,
  isOfFileStore,
  isUnserved,
  mayWrite,
  noteIfTransient,
  noteServed,
  noteUnserved,
  noteWritten,
  rowsOfFileStore,
} from '../../../../src/lib/sql/away.ts';
import {
  errorCode,
  isDatabaseAway,
  isLockTimeout,
  isRefusal,
  isWorthRetrying,
} from '../../../../src/lib/sql/driver/failures.ts';

const faultOf = (code: string, severity = 'ERROR') =>
  Object.assign(new Error('it failed'), { code, severity });

/** Whether nothing is written after such a failure: of a read, and of what may have been written. */
const TRANSIENT: [codes: string[], severity: string, read: boolean, write: boolean][] = [
  [['25006', '40001', '40P01', '53100', '53200', '53300', '55P03', '57014', '58030'], 'ERROR', true, true],
  [['53300', '40001'], 'FATAL', true, false],
  [['58030'], 'PANIC', true, false],
  [['CONNECTION_CLOSED', 'SERVER_SILENT', 'EAI_AGAIN', 'ECONNRESET', 'EHOSTUNREACH'], 'ERROR', true, false],
  [
    ['ENETUNREACH', 'ENOTFOUND', 'EPIPE', 'ETIMEDOUT', '08006', '25P03', '25P04', '57P01'],
    'FATAL',
    true,
    false,
  ],
  [['EDQUOT', 'EMFILE', 'ENFILE', 'ENOSPC', 'STORE_UNAVAILABLE'], 'ERROR', true, false],
  [
    ['UND_ERR_BODY_TIMEOUT', 'UND_ERR_CONNECT_TIMEOUT', 'UND_ERR_HEADERS_TIMEOUT', 'UND_ERR_SOCKET'],
    '',
    true,
    false,
  ],
  [['23505', '22P02', '42P01', 'ENOENT', '57015', ''], 'ERROR', false, false],
];
for (const [codes, severity, read, write] of TRANSIENT)
  for (const code of codes)
    test(`after ${severity} ${code} nothing is written: ${read} of a read, ${write} of a write`, () => {
      const [of_read, of_write] = [faultOf(code, severity), faultOf(code, severity)];
      noteIfTransient(of_read, false);
      noteIfTransient(of_write, true);
      assert.deepEqual([isUnserved(of_read), isUnserved(of_write)], [read, write]);
    });

test('a note is taken back, and what is no error has none', () => {
  const fault = noteUnserved(new Error('away'));
  assert.equal(isUnserved(fault), true);
  assert.equal(isUnserved(noteServed(fault)), false);
  noteIfTransient('ECONNRESET', false);
  assert.equal(isUnserved('ECONNRESET'), false);
});

test('statements that may write are told from those that read', () => {
  for (const word of [
    'insert into a',
    'UPDATE a',
    'delete from a',
    'merge into a',
    'call a()',
    "select pg_notify('a')",
    'select 1 for update',
  ])
    assert.equal(mayWrite(word), true, word);
  for (const text of [
    'select 1',
    'select updated_at from a',
    'select inserted from a',
    'fetch 3 from batches',
  ])
    assert.equal(mayWrite(text), false, text);
});

test('after a first write, a failure of what was asked for at once leaves something written', async () => {
  const failing = (writes: boolean, ask = askedAtOnce) =>
    ask(async () => {
      if (writes) noteWritten();
      throw noteUnserved(new Error('away'));
    }).catch(isUnserved);
  assert.deepEqual([await failing(false), await failing(true)], [true, false]);
  const apart = askedApart(async () => {
    noteWritten();
    throw faultOf('ECONNRESET');
  });
  assert.equal(await apart.catch(isUnserved), true);
  const within = askedAtOnce(async () => {
    askedByNone(noteWritten);
    await askedApart(async () => noteWritten());
    throw noteUnserved(new Error('away'));
  });
  assert.equal(await within.catch(isUnserved), true);
});

test('a failure of the file store is told from one of the database', async () => {
  const fail = () => Promise.reject(faultOf('ECONNRESET'));
  const of_store = await inFileStore(fail).catch((error: unknown) => error);
  assert.deepEqual([isOfFileStore(of_store), isUnserved(of_store)], [true, true]);
  assert.deepEqual([isOfFileStore(faultOf('ECONNRESET')), isOfFileStore('ECONNRESET')], [false, false]);
  assert.equal(await inFileStore(async () => 7), 7);
  async function* rows() {
    yield 1;
    await fail();
  }
  const read: number[] = [];
  const of_rows = await (async () => {
    for await (const row of rowsOfFileStore(rows())) read.push(row);
  })().catch((error: unknown) => error);
  assert.deepEqual([read, isOfFileStore(of_rows), isUnserved(of_rows)], [[1], true, true]);
});

test('each code says whether work is run again, whether the database is away and whether values were refused', () => {
  const RETRIED = ['40001', '40P01', 'CONNECTION_CLOSED', 'ECONNRESET', 'EPIPE', '57P01', '57P02', '08P01'];
  const AWAY = ['ECONNREFUSED', 'CONNECTION_WAIT', '53300', '08006', '57P03'];
  const REFUSED = ['21000', '22P02', '23505', '44000', '54000', 'P0001'];
  const CODES = [...RETRIED, ...AWAY, '55P03', '53100', 'ENOENT', ...REFUSED, '42P01'];
  const matching = (is: (error: unknown) => boolean) => CODES.filter((code) => is(faultOf(code)));
  assert.deepEqual(matching(isWorthRetrying), RETRIED);
  assert.deepEqual(matching(isDatabaseAway), [...RETRIED.slice(2), ...AWAY]);
  assert.deepEqual(matching(isLockTimeout), ['55P03']);
  assert.deepEqual(matching(isRefusal), REFUSED);
  assert.deepEqual(
    [errorCode('40001'), errorCode(new Error('x')), errorCode(Object.assign(new Error('x'), { code: 7 }))],
    [undefined, undefined, undefined],
  );
});
