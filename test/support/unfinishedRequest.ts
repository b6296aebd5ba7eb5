import { once } from 'node:events';
import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';

/** Sends a request whose last part follows on demand, so that it runs as long as the test wants. */
export function sendUnfinishedRequest(url: string, key: string, title: string) {
  const sending = request(`${url}/v1/api-tenant-tasks`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
  });
  const answered = once(sending, 'response');
  answered.catch(() => {});
  sending.write('{"title":');
  return {
    begun: sleep(100),
    async finish() {
      sending.end(`${JSON.stringify(title)}}`);
      const [answer] = await answered;
      return { status: answer.statusCode as number, body: JSON.parse(await text(answer)) };
    },
  };
}
