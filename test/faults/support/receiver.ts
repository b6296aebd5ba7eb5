import { readFileSync } from 'node:fs';
import { listServerProcesses } from '../../../support/postgresProcesses.ts';

/** Stops the standby's process that receives from the primary; the returned function resumes it. */
export function pauseReceiver(data_dir: string): () => void {
  const receiver = listServerProcesses(data_dir).find(({ pid }) =>
    readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('walreceiver'),
  );
  if (!receiver) throw new Error('the standby has no process that receives');
  process.kill(receiver.pid, 'SIGSTOP');
  return () => process.kill(receiver.pid, 'SIGCONT');
}
