import { after } from 'node:test';
import { startService, type RunningService } from '../../bench/support/service.ts';

/** The real service as a process of its own, which does not outlive a run that fails. */
export async function startRunning(
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
