import { once } from 'node:events';
import { startProcess } from './processes.ts';
import type { Answers, Neighbourhood } from './busyAccountProcess.ts';

export type Neighbour = { stop(): Promise<Answers> };

/** Starts a process in which one account sends as many requests as possible. */
export async function startNeighbour(asked: Neighbourhood): Promise<Neighbour> {
  const child = startProcess('./busyAccountProcess.ts', asked);
  await once(child, 'message');
  return {
    async stop() {
      child.send('stop');
      const [answers] = (await once(child, 'message')) as [Answers];
      child.kill('SIGKILL');
      await once(child, 'exit');
      return answers;
    },
  };
}
