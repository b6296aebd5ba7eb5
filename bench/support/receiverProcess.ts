import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { monotonicMs } from './figures.ts';
import { readInput } from './processes.ts';

export type ReceivedDelivery = { path: string; event_id: string; task_id: string; at: number };

const { delay_ms = 0 }: { delay_ms?: number } = readInput();
let arrivals: ReceivedDelivery[] = [];

/** The process of a customer's server; the path /hang never answers. Reports arrivals every 50 ms, and on request. */
const server = createServer({ keepAliveTimeout: 60_000 }, (request, response) => {
  const at = monotonicMs();
  const path = request.url ?? '';
  let body = '';
  request.on('data', (chunk: Buffer) => (body += chunk.toString()));
  request.on('end', () => {
    const { event_id, data } = JSON.parse(body);
    arrivals.push({ path, event_id, task_id: data.task_id, at });
    if (path.startsWith('/hang')) return;
    if (delay_ms > 0) setTimeout(() => response.writeHead(204).end(), delay_ms);
    else response.writeHead(204).end();
  });
});
server.listen(0, '127.0.0.1', () => process.send?.({ port: (server.address() as AddressInfo).port }));
setInterval(() => {
  if (arrivals.length > 0) report({ arrivals });
}, 50);
process.on('message', () => report({ arrivals, is_answer: true }));
process.on('disconnect', () => process.exit(0));

function report(message: { arrivals: ReceivedDelivery[]; is_answer?: true }): void {
  process.send?.(message);
  arrivals = [];
}
