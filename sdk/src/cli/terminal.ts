import type { Stream } from './stream.ts';

/** The output and the stop signal of a command that runs until it is stopped. */
export type Screen = Pick<Stream, 'say' | 'note' | 'signal'>;

export function openTerminal(): Screen {
  return { say: lineWriter(process.stdout), note: lineWriter(process.stderr), signal: interruption() };
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
