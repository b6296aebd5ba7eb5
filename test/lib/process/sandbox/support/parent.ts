/*
 * A process with a sandbox: prints the process ids of an idle and of a busy sandbox process, then waits to be
 * killed.
 */
import { createSandbox } from '../../../../../src/lib/process/sandbox/sandbox.ts';
import { LIMITS } from './limits.ts';
import type { Job } from './program.ts';

const sandbox = createSandbox<Job, number>(new URL('./program.ts', import.meta.url), LIMITS);
const [idle, computing] = await Promise.all([
  sandbox.run('one', 'answer slowly'),
  sandbox.run('other', 'answer slowly'),
]);
// The sandbox reuses the most recently used process first.
void sandbox.run('one', 'loop');
process.stdout.write(`${JSON.stringify([idle, computing])}\n`);
