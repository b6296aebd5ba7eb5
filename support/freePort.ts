import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

/**
 * The range ends below the ephemeral ports, which the operating system could assign to another process before the port
 * is used. It starts above 10080, the highest port that browsers and fetch block.
 */
const PORTS = [10_081, 32_000] as const;

/** Finds a port that is free at the moment of the call. */
export async function findFreePort(): Promise<number> {
  for (;;) {
    const port = randomInt(...PORTS);
    if (await isFree(port)) return port;
  }
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer().listen(port, '127.0.0.1');
  try {
    await once(server, 'listening');
  } catch {
    return false;
  }
  server.close();
  await once(server, 'close');
  return true;
}
