import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  runWithoutWriteTracking,
  trackRequestWrites,
  runOutsideRequests,
  runInFileStore,
  isFileStoreFailure,
  isRetrySafe,
  mayStatementWrite,
  markRetrySafeIfTransient,
  unmarkRetrySafe,
  markRetrySafe,
  recordRequestWrite,
  readFileStoreRows,
} from '../../../../src/lib/sql/retrySafety.ts';
import {
  errorCode,
  isDatabaseUnavailable,
  isLockTimeout,
  isRejected,
  isWorthRetrying,
} from '../../../../src/lib/sql/driver/failures.ts';

const faultOf = (code: string, severity = 'ERROR') =>
  Object.assign(new Error('it failed'), { code, severity });

/** Error codes, and whether nothing was written after such an error: for a read, and for a possible write. */
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
      markRetrySafeIfTransient(of_read, false);
      markRetrySafeIfTransient(of_write, true);
      assert.deepEqual([isRetrySafe(of_read), isRetrySafe(of_write)], [read, write]);
    });

test('the retry-safe mark can be removed, and only errors have it', () => {
  const fault = markRetrySafe(new Error('away'));
  assert.equal(isRetrySafe(fault), true);
  assert.equal(isRetrySafe(unmarkRetrySafe(fault)), false);
  markRetrySafeIfTransient('ECONNRESET', false);
  assert.equal(isRetrySafe('ECONNRESET'), false);
});

test('statements that may write are distinguished from reads', () => {
  for (const word of [
    'insert into a',
    'UPDATE a',
    'delete from a',
    'merge into a',
    'call a()',
    "select pg_notify('a')",
    'select 1 for update',
  ])
    assert.equal(mayStatementWrite(word), true, word);
  for (const text of [
    'select 1',
    'select updated_at from a',
    'select inserted from a',
    'fetch 3 from batches',
  ])
    assert.equal(mayStatementWrite(text), false, text);
});

test('a retry-safe failure is no longer retry-safe after the request has written', async () => {
  const failing = (writes: boolean, ask = trackRequestWrites) =>
    ask(async () => {
      if (writes) recordRequestWrite();
      throw markRetrySafe(new Error('away'));
    }).catch(isRetrySafe);
  assert.deepEqual([await failing(false), await failing(true)], [true, false]);
  const apart = runWithoutWriteTracking(async () => {
    recordRequestWrite();
    throw faultOf('ECONNRESET');
  });
  assert.equal(await apart.catch(isRetrySafe), true);
  const within = trackRequestWrites(async () => {
    runOutsideRequests(recordRequestWrite);
    await runWithoutWriteTracking(async () => recordRequestWrite());
    throw markRetrySafe(new Error('away'));
  });
  assert.equal(await within.catch(isRetrySafe), true);
});

test('failures of the file store and of the database are distinguished', async () => {
  const fail = () => Promise.reject(faultOf('ECONNRESET'));
  const of_store = await runInFileStore(fail).catch((error: unknown) => error);
  assert.deepEqual([isFileStoreFailure(of_store), isRetrySafe(of_store)], [true, true]);
  assert.deepEqual(
    [isFileStoreFailure(faultOf('ECONNRESET')), isFileStoreFailure('ECONNRESET')],
    [false, false],
  );
  assert.equal(await runInFileStore(async () => 7), 7);
  async function* rows() {
    yield 1;
    await fail();
  }
  const read: number[] = [];
  const of_rows = await (async () => {
    for await (const row of readFileStoreRows(rows())) read.push(row);
  })().catch((error: unknown) => error);
  assert.deepEqual([read, isFileStoreFailure(of_rows), isRetrySafe(of_rows)], [[1], true, true]);
});

test('error codes are classified as retryable, unavailable or rejected', () => {
  const RETRIED = ['40001', '40P01', 'CONNECTION_CLOSED', 'ECONNRESET', 'EPIPE', '57P01', '57P02', '08P01'];
  const AWAY = ['ECONNREFUSED', 'CONNECTION_WAIT', '53300', '08006', '57P03'];
  const REFUSED = ['21000', '22P02', '23505', '44000', '54000', 'P0001'];
  const CODES = [...RETRIED, ...AWAY, '55P03', '53100', 'ENOENT', ...REFUSED, '42P01'];
  const matching = (is: (error: unknown) => boolean) => CODES.filter((code) => is(faultOf(code)));
  assert.deepEqual(matching(isWorthRetrying), RETRIED);
  assert.deepEqual(matching(isDatabaseUnavailable), [...RETRIED.slice(2), ...AWAY]);
  assert.deepEqual(matching(isLockTimeout), ['55P03']);
  assert.deepEqual(matching(isRejected), REFUSED);
  assert.deepEqual(
    [errorCode('40001'), errorCode(new Error('x')), errorCode(Object.assign(new Error('x'), { code: 7 }))],
    [undefined, undefined, undefined],
  );
});
