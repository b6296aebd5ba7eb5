import { writeSync } from 'node:fs';
import { destination, pino, stdTimeFunctions, type DestinationStream, type Logger } from 'pino';

export type Log = Logger;

const REDACTED = ['authorization', 'cookie', 'password', 'token', 'secret', 'client_secret', 'code'];

/**
 * Maximum number of bytes that wait for the reader of the log. Further lines are dropped, so that a blocked reader
 * never costs memory or requests.
 */
const MAX_UNREAD_BYTES = 8 * 1024 * 1024;

/**
 * Creates the log: one JSON object per line, by default on standard output. Members with secrets are redacted. `mixin`
 * returns members for every line.
 */
export function createLog(
  level: string,
  sink: DestinationStream = standardOutput(),
  mixin?: () => object,
): Log {
  const options = {
    ...(mixin && { mixin }),
    level,
    base: null,
    timestamp: stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }) },
    redact: { paths: REDACTED.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]), censor: '[redacted]' },
  };
  return pino(options, sink);
}

/**
 * Returns a log without redaction, which is faster. Only for lines whose members are listed in the code and contain no
 * secret.
 */
export function withoutRedaction(log: Log): Log {
  return log.child({}, { redact: [] });
}

/**
 * Time for which lines are collected before one write. A write per line costs a single caller 40 µs more per line.
 * pino's destination could collect lines as well, at the same cost, but its flush at the end of a process repeats a
 * failing write forever.
 */
const GATHER_MS = 50;

const STANDARD_OUTPUT = 1;

function standardOutput(): DestinationStream {
  const output = destination({ dest: STANDARD_OUTPUT, sync: false, maxLength: MAX_UNREAD_BYTES });
  let lines = '';
  let timer: NodeJS.Timeout | undefined;
  const send = () => {
    output.write(lines);
    lines = '';
  };
  const start = () => {
    process.once('exit', () => {
      output.flushSync();
      writeNow(lines);
    });
    return setTimeout(send, GATHER_MS).unref();
  };
  return {
    write(line) {
      if (lines === '') timer = timer?.refresh() ?? start();
      lines += line;
    },
  };
}

const LAST_TRIES = 20;
const TRY_EVERY_MS = 10;

/**
 * Writes the remaining lines at the end of the process and waits only briefly for the reader. `flushSync` of the
 * destination would repeat its write forever if the reader has gone.
 */
function writeNow(lines: string): void {
  let rest = Buffer.from(lines);
  for (let tries = 0; rest.length > 0 && tries < LAST_TRIES; tries++) {
    try {
      rest = rest.subarray(writeSync(STANDARD_OUTPUT, rest));
    } catch (error) {
      if (!isBusy(error)) return;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, TRY_EVERY_MS);
    }
  }
}

function isBusy(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'EAGAIN';
}
