import { writeSync } from 'node:fs';
import { destination, pino, stdTimeFunctions, type DestinationStream, type Logger } from 'pino';

export type Log = Logger;

const REDACTED = ['authorization', 'cookie', 'password', 'token', 'secret', 'client_secret', 'code'];

/** A blocked reader loses log lines, never memory or requests. */
const MAX_UNREAD_BYTES = 8 * 1024 * 1024;

/**
 * One JSON object a line, on standard output by default; members that hold secrets are never written. `mixin` has what
 * every line tells beside its own members.
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

/** For lines whose members are named beside the call and hold no secret: they are not searched for one. */
export function withoutRedaction(log: Log): Log {
  return log.child({}, { redact: [] });
}

/**
 * Lines wait this long for each other, and are then written at once: a write for each line costs a single caller 40 µs
 * more. The destination can gather lines as well, at the same cost; its flush at the end of a process repeats a write
 * that fails for ever.
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
 * At the end of a process, which waits for a reader for a moment only: `flushSync` of the destination would repeat its write
 * for ever when the reader has gone.
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
