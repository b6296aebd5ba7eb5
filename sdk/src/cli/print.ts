import type { Outcome } from './run.ts';

/** Prints the outcome. A reader that has seen enough, such as `head`, may close the pipe before the end. */
export function print({ out, err, code }: Outcome): void {
  process.stdout.once('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
  });
  if (out !== '') process.stdout.write(`${out}\n`);
  if (err !== '') process.stderr.write(`${err}\n`);
  process.exitCode = code;
}
