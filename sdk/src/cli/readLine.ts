import { createInterface } from 'node:readline';

/** Reads the first line of standard input. */
export async function readLine(): Promise<string> {
  try {
    for await (const line of createInterface({ input: process.stdin })) return line;
    return '';
  } finally {
    // Closes standard input, because otherwise the process would wait for its end.
    process.stdin.destroy();
  }
}
