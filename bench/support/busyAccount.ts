import { once } from 'node:events';
import { startProcess } from './processes.ts';
import type { AnswerCounts, BusyAccountLoad } from './busyAccountProcess.ts';

export type BusyAccount = { stop(): Promise<AnswerCounts> };

/** Starts a process in which one account sends as many requests as possible. */
export async function startBusyAccount(asked: BusyAccountLoad): Promise<BusyAccount> {
  const child = startProcess('./busyAccountProcess.ts', asked);
  await once(child, 'message');
  return {
    async stop() {
      child.send('stop');
      const [answers] = (await once(child, 'message')) as [AnswerCounts];
      child.kill('SIGKILL');
      await once(child, 'exit');
      return answers;
    },
  };
}
