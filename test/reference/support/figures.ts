import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../../src/lib/time/clock.ts';

/*
 * The figures that `docs/mechanisms.md` states, and the constants that hold them. A figure is promised to operators, but
 * most of them are too long or too large for a test to reach.
 */

/** `#` stands for the value of the constant, in a line of the page that names the file. */
export type DocumentedFigure = { file: string; constant: string; text: string };

const TEXTS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'src/access/authenticate.ts': { MOST_AT_ONCE: '# credentials' },
  'src/access/exportSlots.ts': { 'exporting.most': '#, 1 per account' },
  'src/access/idempotency.ts': { ABANDONED_GRACE_MS: 'until # after', KEY_LIFETIME_MS: '; #' },
  'src/access/uses.ts': {
    WRITE_EVERY_MS: 'every #',
    MOST_KNOWN: '# credentials',
    MOST_AT_ONCE: '# per statement',
  },
  'src/database/database.ts': { WAIT_MS: '# for a connection', LOCK_WAIT_MS: '# for a row' },
  'src/doors/declaration.ts': { DEADLINE_MS: '#' },
  'src/doors/door.ts': { IDENTIFY_TIMEOUT_MS: '#' },
  'src/features/home/versions.ts': { FRESH_MS: 'at most #', MOST_ACCOUNTS: '# accounts' },
  'src/features/mail/quota.ts': {
    'MOST_MAILS.to_recipient': '# per address',
    'MOST_MAILS.of_account': '# per account',
  },
  'src/features/requests/recorder.ts': {
    WRITE_EVERY_MS: 'every #',
    BATCH: '# rows',
    MOST_WAITING: '# waiting',
    MOST_FINDING: '#',
  },
  'src/features/tasks/change.ts': { wait_ms: '; #' },
  'src/features/tasks/creation.ts': { at_once: '# at a time', most: '# tasks', wait_ms: '; #' },
  'src/features/webhooks/endpoints/target.ts': { LOOKUP_TIMEOUT_MS: '#' },
  'src/features/webhooks/listening/listening.ts': {
    POLL_EVERY_MS: 'after #',
    'listening.most': '#, 5 per account',
    READ_TIMEOUT_MS: '# per read',
  },
  'src/features/webhooks/listening/routes.ts': { READING_MS: '# beside the wait' },
  'src/features/webhooks/sending/claiming.ts': {
    POLL_MS: 'polls after #',
    FOREGROUND_YIELD_MS: 'waits at most #',
  },
  'src/features/webhooks/sending/resultWriter.ts': { GATHER_MS: '#; 16 rows' },
  'src/features/webhooks/sending/sender.ts': {
    'SENDER_CAPS.total': 'per account, #;',
    'SENDER_CAPS.per_account': '# per account',
    'SENDER_CAPS.per_endpoint': '# per endpoint',
    NO_CONNECTION_DELAY_MS: '# without a connection',
    FAILURE_DELAY_MS: '# after a failure',
    LONGEST_BACKOFF_MS: 'up to #',
  },
  'src/features/webhooks/sending/senderLease.ts': {
    HEARTBEAT_MS: '#; 30 s',
    IDLE_HEARTBEAT_MS: '# while idle',
    ALIVE_MS: 'dead after #',
  },
  'src/features/webhooks/sending/sql/leases.ts': { DELIVERY_LEASE_MS: '#; released' },
  'src/features/webhooks/sending/wakeups.ts': { GATHER_MS: '#' },
  'src/lib/concurrency/backoff.ts': { FIRST_MS: '# to', LONGEST_MS: 'to #' },
  'src/lib/concurrency/backoffRunner.ts': { MOST_REMEMBERED: '# entries' },
  'src/lib/concurrency/batchWriter.ts': { 'RETRY_PAUSE.first_ms': '# to', 'RETRY_PAUSE.longest_ms': 'to #' },
  'src/lib/concurrency/queue/leasedQueue.ts': { POLL_MS: 'polls after #' },
  'src/lib/concurrency/yielder.ts': { MOST_MS: 'at most #' },
  'src/lib/crypto/passwords.ts': { 'hashing.most': '#; 1,000', 'hashing.most_waiting': '# waiting' },
  'src/lib/documents/reader.ts': { CPU_MS: '# of processor time', TIMEOUT_MS: '# in total' },
  'src/lib/files/s3Bucket.ts': {
    ATTEMPTS: '# attempts',
    'RETRY_PAUSE.first_ms': '#, 400 ms',
    'RETRY_PAUSE.longest_ms': '200 ms, #',
  },
  'src/lib/http/connections.ts': {
    FEW_PIPELINED: '# to',
    MOST_PIPELINED: 'to # per connection',
    MOST_PIPELINED_IN_TOTAL: '# in total',
  },
  'src/lib/http/outgoing/outgoing.ts': {
    MAX_PER_ROUTE: '#',
    'IDLE.max_idle': '# idle',
    'IDLE.max_idle_per_account': '# per account',
    'IDLE.max_age_ms': 'replaced after #',
  },
  'src/lib/http/outgoing/pool.ts': { MAX_REUSABLE_MS: 'within #' },
  'src/lib/http/outgoing/resolver.ts': {
    MOST_KEPT: '# names',
    SHORTEST_FRESH_MS: '# to 30 s',
    LONGEST_FRESH_MS: 'to #',
  },
  'src/lib/http/overload.ts': { SAMPLE_MS: 'over #' },
  'src/lib/http/server.ts': {
    HEADERS_TIMEOUT_MS: '# for the headers',
    REQUEST_TIMEOUT_MS: '# in total',
    max_connections: '# in total',
    max_connections_per_address: '#; 8,192',
    max_in_flight: '#; 16',
    few_in_flight: '# while the event loop is late',
    stalled_ms: '#; 16 KB/s',
    behind_ms: 'over #',
    finish_timeout_ms: '# for running requests',
  },
  'src/lib/process/metrics.ts': { ANSWER_MS: '#' },
  'src/lib/process/sandbox/sandbox.ts': { MAX_WAITING_PER_OWNER: '# waiting per account' },
  'src/lib/process/workers.ts': { 'RESTART_PAUSE.first_ms': '# to', 'RESTART_PAUSE.longest_ms': 'to #' },
  'src/lib/sql/accountDatabases.ts': { MOST_VIEWS: '# accounts' },
  'src/lib/sql/driver/silenceTimeout.ts': { CHECKS: 'checked # times' },
  'src/lib/sql/driver/transaction.ts': {
    MAX_ATTEMPTS: '# attempts',
    RESOLVE_COMMIT_EVERY_MS: '(#; 1.8 s',
    RESOLVE_COMMIT_TIMEOUT_MS: '# in total',
    'RETRY_PAUSE.first_ms': '# to',
    'RETRY_PAUSE.longest_ms': 'to #',
  },
  'src/lib/sql/embedded/supervisor.ts': {
    'RESTART_PAUSE.first_ms': 'then #',
    'RESTART_PAUSE.longest_ms': 'to #',
  },
  'src/lib/sql/sql.ts': {
    DEFAULT_DEADLINE_MS: '# for an answer',
    SERVER_HEADSTART_MS: '# earlier on the server',
    CONNECT_MS: '# to connect',
  },
  'src/service/background.ts': { STOP_RESERVE_MS: '# for the connections' },
  'src/service/service.ts': { READY_TIMEOUT_MS: '#' },
  'src/service/stopping.ts': {
    'STOP_TIMEOUT_MS.api': '# for',
    'STOP_TIMEOUT_MS.worker': '# for only workers',
    CLOSE_TIMEOUT_MS: '# more',
  },
  'src/workers/loop.ts': { AGAIN_MS: '# to the interval' },
};

export const FIGURES: readonly DocumentedFigure[] = Object.entries(TEXTS).flatMap(([file, texts]) =>
  Object.entries(texts).map(([constant, text]) => ({ file, constant, text })),
);

const UNITS: Readonly<Record<string, number>> = { SECOND_MS, MINUTE_MS, HOUR_MS, DAY_MS };

/** Reads a constant, a member of a constant, or any member with this name from the text of its file. */
export function readFigure(text: string, constant: string): number {
  const [name = '', member] = constant.split('.');
  const start = text.search(new RegExp(`\\bconst ${name}\\b`));
  const value =
    member === undefined && start >= 0
      ? /= ([\w *+]+);/
      : new RegExp(`\\b${member ?? name}: ([\\dA-Z][\\w *+]*)`);
  const [, terms = ''] = value.exec(text.slice(Math.max(start, 0))) ?? [];
  return terms
    .split('+')
    .map((term) => term.split('*').map((factor) => readNumber(text, factor.trim())))
    .reduce((sum, factors) => sum + factors.reduce((product, factor) => product * factor), 0);
}

function readNumber(text: string, factor: string): number {
  return (
    UNITS[factor] ?? (/^\d/.test(factor) ? Number(factor.replaceAll('_', '')) : readFigure(text, factor))
  );
}

/** Returns the ways to write a value on the page. The name of its constant tells its unit. */
export function writtenFormsOf(value: number, constant: string): string[] {
  if (!/_ms\b/i.test(constant)) return [value.toLocaleString('en-US')];
  return [
    `${value} ms`,
    `${value / SECOND_MS} s`,
    `${value / MINUTE_MS} minutes`,
    `${value / HOUR_MS} h`,
    `${value / HOUR_MS} hour`,
  ];
}
