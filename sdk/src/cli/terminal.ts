import { escapeLine } from './escape.ts';
import type { Environment } from './keeping.ts';
import type { Paint } from './show.ts';
import type { Stream } from './stream.ts';

/** The output and the stop signal of a command that runs until it is stopped. */
export type Screen = Pick<Stream, 'say' | 'note' | 'signal'>;

export function openTerminal(): Screen {
  return { say: lineWriter(process.stdout), note: lineWriter(process.stderr), signal: interruption() };
}

/** Shows the progress of long work, and removes it before the output. */
export type Progress = { show: (text: string) => void; end: () => void };

/** Shows progress on standard error, if it is a terminal. */
export function openProgress(): Progress {
  const { stderr } = process;
  if (!stderr.isTTY) return { show: () => {}, end: () => {} };
  let is_shown = false;
  return {
    show(text) {
      is_shown = true;
      stderr.write(`${CLEAR_LINE}${escapeLine(text)}`);
    },
    end() {
      if (is_shown) stderr.write(CLEAR_LINE);
      is_shown = false;
    },
  };
}

const CLEAR_LINE = '\r\u001b[K';

/** Returns how to mark a text: in bold on a terminal, unless `NO_COLOR` is set. */
export function openPaint(env: Environment, is_terminal: boolean = process.stdout.isTTY): Paint {
  const is_plain = !is_terminal || Boolean(env['NO_COLOR']) || env['TERM'] === 'dumb';
  return is_plain ? (text) => text : (text) => `\u001b[1m${text}\u001b[22m`;
}

function lineWriter(stream: NodeJS.WriteStream): (line: string) => void {
  return (line) => void stream.write(`${line}\n`);
}

/**
 * Creates a signal that is aborted by Ctrl-C, and when the reader of the output closes the pipe. A second Ctrl-C ends
 * the process, because the handler runs only once.
 */
function interruption(): AbortSignal {
  const interrupted = new AbortController();
  const abort = () => interrupted.abort();
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, abort);
  process.stdout.once('error', abort);
  return interrupted.signal;
}
