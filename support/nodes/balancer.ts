import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

export type Balancer = {
  url: string;
  /** The URLs of the services that receive connections. */
  services: Set<string>;
  /** Resolves when a check that started after this call has found every service ready. */
  whenAllReady(): Promise<void>;
  close(): void;
};

const CHECK_EVERY_MS = 1_000;
/**
 * The timeout of a check. It is long, because a stopped service refuses connections immediately; a missing response
 * only means that the machine is busy.
 */
const CHECK_WITHIN_MS = 10_000;
const READY_WITHIN_MS = 300_000;

/**
 * Opens a TCP load balancer: it forwards each connection, in turn, to one of the services whose last readiness check
 * succeeded. It does not try a second service after a failure.
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

/**
 * Readiness checks of the services. Each service is checked independently, so a slow answer does not delay the others.
 */
class Checks {
  readonly ended = new EventTarget();
  readonly #under_way = new Set<string>();
  /** For each ready service, the start time of its last successful check. */
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
