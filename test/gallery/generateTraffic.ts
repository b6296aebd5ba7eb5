import { createServer } from 'node:http';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';

type Demo = { url: string; key: string };

const EVENTS = ['task.created', 'task.status_changed', 'task.completed'];
const SETTLE_MS = 2_500;

/** Creates the traces of a day of use: requests of every kind, endpoints that answer, and one that fails. */
export async function generateTraffic({ url, key }: Demo): Promise<{ close(): void }> {
  const receiver = createServer((request, response) => response.writeHead(request.url === '/planner' ? 500 : 204).end());
  receiver.listen(0, '127.0.0.1');
  await once(receiver, 'listening');
  const address = receiver.address();
  const port = typeof address === 'object' ? address?.port : 0;
  const call = async (method: string, path: string, body?: object) => {
    const response = await fetch(`${url}/v1/${path}`, {
      method,
      headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
      body: body ? JSON.stringify(body) : null,
    });
    return (await response.json()) as { id: string };
  };

  await call('POST', 'webhook-subscribe', { url: `http://127.0.0.1:${port}/work-orders`, events: EVENTS });
  await call('POST', 'webhook-subscribe', { url: `http://127.0.0.1:${port}/planner`, events: EVENTS.slice(0, 1) });
  for (let order = 1042; order < 1050; order++) {
    const task = { title: `Replace the filter of pump ${order - 1035}`, external_id: `WO-${order}` };
    const { id } = await call('POST', 'api-tenant-tasks', task);
    await call('GET', 'api-tenant-tasks?status=open&limit=20');
    await call('PATCH', `api-tenant-tasks?task_id=${id}`, { status: 'in_progress' });
    await call('GET', 'api-tenant-users');
  }
  await call('POST', 'api-tenant-tasks', { priority: 'high' });
  await call('GET', 'api-tenant-sessions?limit=500');
  await sleep(SETTLE_MS);
  return { close: () => receiver.close() };
}
