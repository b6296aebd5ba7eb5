import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';

type Write = (fields: Record<string, unknown>, message: string) => void;
export type ServerLogSink = { info: Write; warn: Write; error: Write };

export type ServerLog = { last: () => string[]; ended: Promise<void> };

const KEEP_LINES = 20;

const LEVELS: Record<string, keyof ServerLogSink> = {
  LOG: 'info',
  INFO: 'info',
  NOTICE: 'info',
  WARNING: 'warn',
  ERROR: 'warn',
  FATAL: 'error',
  PANIC: 'error',
};

/** Forwards the server's log lines to our log, and keeps the last ones to explain a crash. */
export function relayServerLog(stream: Readable, log: ServerLogSink): ServerLog {
  const lines: string[] = [];
  let level: keyof ServerLogSink = 'info';
  const reader = createInterface({ input: stream });
  reader.on('line', (line) => {
    const [, severity = '', message = line] = /^([A-Z]+): +(.*)$/.exec(line) ?? [];
    level = LEVELS[severity] ?? level;
    log[level]({ source: 'postgres' }, message.trim());
    lines.push(line);
    if (lines.length > KEEP_LINES) lines.shift();
  });
  const ended = new Promise<void>((resolve) => reader.once('close', () => resolve()));
  return { last: () => lines, ended };
}
