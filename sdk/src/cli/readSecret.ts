import { createInterface } from 'node:readline';
import { Writable, type Readable } from 'node:stream';
import { readLine } from './readLine.ts';

type Terminal = { input: Readable; output: Writable };

/** Reads a secret from standard input. On a terminal, it shows a prompt and hides the typed text. */
export async function readSecret(prompt: string): Promise<string> {
  if (!process.stdin.isTTY) return readLine();
  return readHiddenLine(prompt, { input: process.stdin, output: process.stderr });
}

export async function readHiddenLine(prompt: string, { input, output }: Terminal): Promise<string> {
  output.write(prompt);
  const unseen = new Writable({ write: (_typed, _encoding, done) => done() });
  const lines = createInterface({ input, output: unseen, terminal: true });
  lines.once('SIGINT', () => process.exit(INTERRUPTED));
  try {
    for await (const line of lines) return line;
    return '';
  } finally {
    lines.close();
    output.write('\n');
  }
}

const INTERRUPTED = 130;
