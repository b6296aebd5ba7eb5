import { after } from 'node:test';
import { startService, type RunningService } from '../../bench/support/service.ts';

/** Starts the service as a process that is stopped even if the run fails. */
export async function startStoppableService(
  env: Record<string, string>,
  before: readonly string[] = [],
): Promise<RunningService> {
  const service = await startService(env, before);
  const { child } = service;
  after(async () => {
    if (child.exitCode === null && child.signalCode === null) await service.stop();
  });
  return service;
}
