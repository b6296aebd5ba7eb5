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
const CHECK_WITHIN_MS = 1_000;
const READY_WITHIN_MS = 60_000;

/**
 * Passes connections on as they are, in turn to each service that said it was ready when asked last. It tries no
 * second service.
 */
export async function openBalancer(): Promise<Balancer> {
  const services = new Set<string>();
  const ready = new Set<string>();
  const lines = new Set<Socket>();
  const checked = new EventTarget();
  let turn = 0;
  let is_over = false;
  const server = createServer((client) => {
    const choice = [...ready];
    const url = choice[turn++ % choice.length];
    if (url === undefined) return void client.destroy();
    passOn(client, url, lines);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const checkAll = async () => {
    for (const url of ready) if (!services.has(url)) ready.delete(url);
    await Promise.all([...services].map((url) => check(url, ready)));
    checked.dispatchEvent(new Event('all'));
    if (!is_over) timer = setTimeout(() => void checkAll(), CHECK_EVERY_MS);
  };
  let timer = setTimeout(() => void checkAll(), 0);
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    services,
    async whenAllReady() {
      const signal = AbortSignal.timeout(READY_WITHIN_MS);
      do await once(checked, 'all', { signal });
      while (ready.size !== services.size);
    },
    close() {
      is_over = true;
      clearTimeout(timer);
      server.close();
      for (const socket of lines) socket.destroy();
    },
  };
}

async function check(url: string, ready: Set<string>): Promise<void> {
  const asked = fetch(`${url}/readyz`, { signal: AbortSignal.timeout(CHECK_WITHIN_MS) });
  const { status } = await asked.catch(() => ({ status: 0 }));
  if (status === 200) ready.add(url);
  else ready.delete(url);
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
