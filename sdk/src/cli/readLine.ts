import { createInterface } from 'node:readline';

/** The first line of standard input. */
export async function readLine(): Promise<string> {
  try {
    for await (const line of createInterface({ input: process.stdin })) return line;
    return '';
  } finally {
    // Stops reading, since the other end may stay open.
    process.stdin.destroy();
  }
}
