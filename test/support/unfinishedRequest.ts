import { once } from 'node:events';
import { request } from 'node:http';
import { text } from 'node:stream/consumers';

/** Sends a request whose last part follows on demand, so that it runs as long as the test wants. */
export function sendUnfinishedRequest(url: string, key: string, title: string) {
  const sending = request(`${url}/v1/api-tenant-tasks`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json', Expect: '100-continue' },
  });
  const answered = once(sending, 'response');
  answered.catch(() => {});
  const begun = once(sending, 'continue');
  sending.flushHeaders();
  return {
    /** Resolves when the service has read the head of the request. */
    begun,
    async finish() {
      sending.end(`{"title":${JSON.stringify(title)}}`);
      const [answer] = await answered;
      return { status: answer.statusCode as number, body: JSON.parse(await text(answer)) };
    },
  };
}
