import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

export type Balancer = {
  url: string;
  /** The services that it shares connections out to, by their address. */
  services: Set<string>;
  /** Waits until exactly these get connections; what changes now is seen with the next check. */
  whenAllReady(): Promise<void>;
  close(): void;
};

const CHECK_EVERY_MS = 1_000;
/** A service that is gone refuses at once, so that silence means a busy machine. */
const CHECK_WITHIN_MS = 10_000;
const READY_WITHIN_MS = 60_000;

/**
 * Passes connections on as they are, in turn to each service that said it was ready when asked last. It tries no
 * second service.
 */
export async function openBalancer(check_every_ms = CHECK_EVERY_MS): Promise<Balancer> {
  const services = new Set<string>();
  const checks = new Checks();
  const lines = new Set<Socket>();
  let turn = 0;
  const server = createServer((client) => {
    const choice = [...services].filter((url) => checks.isReady(url));
    const url = choice[turn++ % choice.length];
    if (url === undefined) return void client.destroy();
    passOn(client, url, lines);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const timer = setInterval(() => services.forEach((url) => void checks.check(url)), check_every_ms);
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    services,
    async whenAllReady() {
      const from_ms = performance.now();
      const signal = AbortSignal.timeout(READY_WITHIN_MS);
      do await once(checks.ended, 'check', { signal });
      while (![...services].every((url) => checks.isReady(url, from_ms)));
    },
    close() {
      clearInterval(timer);
      server.close();
      for (const socket of lines) socket.destroy();
    },
  };
}

/** A service that is slow to answer keeps nobody from seeing what the others say. */
class Checks {
  readonly ended = new EventTarget();
  readonly #under_way = new Set<string>();
  /** When the check began by which a service is ready. */
  readonly #ready = new Map<string, number>();

  isReady(url: string, since_ms = 0): boolean {
    return (this.#ready.get(url) ?? -1) >= since_ms;
  }

  async check(url: string): Promise<void> {
    if (this.#under_way.has(url)) return;
    this.#under_way.add(url);
    const began_ms = performance.now();
    const asked = fetch(`${url}/readyz`, { signal: AbortSignal.timeout(CHECK_WITHIN_MS) });
    const { status } = await asked.catch(() => ({ status: 0 }));
    if (status === 200) this.#ready.set(url, began_ms);
    else this.#ready.delete(url);
    this.#under_way.delete(url);
    this.ended.dispatchEvent(new Event('check'));
  }
}

function passOn(client: Socket, url: string, lines: Set<Socket>): void {
  const { hostname, port } = new URL(url);
  const service = connect(Number(port), hostname);
  const both = [client, service];
  for (const socket of both) {
    lines.add(socket);
    socket.on('error', () => both.forEach((one) => one.destroy()));
    socket.once('close', () => lines.delete(socket));
  }
  client.pipe(service);
  service.pipe(client);
}
