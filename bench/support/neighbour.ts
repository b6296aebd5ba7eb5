import { once } from 'node:events';
import { startProcess } from './processes.ts';
import type { Answers, Neighbourhood } from './neighbourProcess.ts';

export type Neighbour = { stop(): Promise<Answers> };

/** An account that asks as much as it can, from a process of its own. */
export async function startNeighbour(asked: Neighbourhood): Promise<Neighbour> {
  const child = startProcess('./neighbourProcess.ts', asked);
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
