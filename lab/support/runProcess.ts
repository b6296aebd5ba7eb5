import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import type { Experiment } from '../experiment.ts';
import { findExperimentRun, type Assignment } from '../lab.ts';

/*
 * Runs one experiment as a test, so that its resources are closed like those of any test, and sends the findings to
 * the parent process. It leads a process group, so that a failed or aborted run leaves no processes behind.
 */
const [file = '', assignment = ''] = process.argv.slice(2);
const assigned: Assignment = JSON.parse(assignment);
const ended = Promise.withResolvers<never>();
const end = () => ended.reject(new Error('ended from outside'));
process.on('SIGTERM', end);
process.once('disconnect', end);

let is_over = false;
await test(assigned.name, async () => {
  try {
    const { EXPERIMENTS }: { EXPERIMENTS: readonly Experiment[] } = await import(pathToFileURL(file).href);
    const found = await Promise.race([findExperimentRun(EXPERIMENTS, assigned)(assigned), ended.promise]);
    is_over = true;
    process.send?.({ found });
  } catch (error) {
    if (process.connected) process.send?.({ error: error instanceof Error ? error.message : String(error) });
    throw error;
  }
});
process.off('disconnect', end);
if (!is_over) {
  process.kill(-process.pid, 'SIGTERM');
  process.exit(1);
}
process.disconnect();
