import type { Outcome } from './run.ts';

export function print({ out, err, code }: Outcome): void {
  if (out !== '') process.stdout.write(`${out}\n`);
  if (err !== '') process.stderr.write(`${err}\n`);
  process.exitCode = code;
}
