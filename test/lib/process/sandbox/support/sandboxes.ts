import { after } from 'node:test';
import { SandboxFailure } from '../../../../../src/lib/process/sandbox/failure.ts';
import type { SandboxOptions } from '../../../../../src/lib/process/sandbox/limits.ts';
import { createSandbox } from '../../../../../src/lib/process/sandbox/sandbox.ts';
import { LIMITS } from './limits.ts';
import type { Job } from './program.ts';

const PROGRAM = new URL('./program.ts', import.meta.url);

/** Opens a sandbox that closes with the test file. */
export function openSandbox(limits: Partial<SandboxOptions> = {}) {
  const sandbox = createSandbox<Job, number>(PROGRAM, { ...LIMITS, ...limits });
  after(() => sandbox.close());
  return sandbox;
}

/** Returns the end of a job as one word. */
export const endOf = (answer: Promise<unknown>) =>
  answer.then(
    () => 'answered',
    (error: unknown) => (error instanceof SandboxFailure ? error.end : String(error)),
  );
