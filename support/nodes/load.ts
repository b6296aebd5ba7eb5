import { Agent, request } from 'node:http';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';

const PATH = '/v1/api-tenant-tasks';

export type RequestLoad = {
  /** Returns the number of answers so far. */
  answered(): number;
  stop(): Promise<{ answered: number; created: string[]; failed: string[] }>;
};

/**
 * Starts clients that send requests without retries. A client keeps one connection open or opens one for each request.
 */
export function startRequestLoad(
  url: string,
  key: string,
  { clients, pause_ms }: { clients: number; pause_ms: number },
): RequestLoad {
  const failed: string[] = [];
  const created: string[] = [];
  let answered = 0;
  const over = new AbortController();
  const work = async (nth: number) => {
    const agent = new Agent({ keepAlive: nth % 2 === 0, maxSockets: 1 });
    for (let n = 0; !over.signal.aborted; n++) {
      const title = `${nth}-${n}`;
      const body = n % 2 === 0 ? undefined : { title };
      try {
        const status = await ask(url, key, agent, body);
        if (status >= 300) failed.push(String(status));
        if (status === 201) created.push(title);
        answered++;
      } catch (error) {
        failed.push(String(error));
      }
      await sleep(pause_ms);
    }
    agent.destroy();
  };
  const working = Promise.all(Array.from({ length: clients }, (_, nth) => work(nth)));
  return {
    answered: () => answered,
    async stop() {
      over.abort();
      await working;
      return { answered, created, failed };
    },
  };
}

async function ask(url: string, key: string, agent: Agent, body: object | undefined): Promise<number> {
  const headers = { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' };
  const asking = request(url + PATH, { agent, headers, method: body ? 'POST' : 'GET' });
  asking.end(body && JSON.stringify(body));
  const [answer] = await once(asking, 'response');
  await text(answer);
  return answer.statusCode;
}
