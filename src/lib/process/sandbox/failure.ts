/** How a job ended its process. */
export type SandboxEnd = 'too_slow' | 'out_of_memory' | 'crashed';

/** The job ended its process. It is not run again: it would end the next process, too. */
export class SandboxFailure extends Error {
  readonly end: SandboxEnd;
  constructor(end: SandboxEnd, stderr = '') {
    super(`a sandbox process ended: ${end}`, { cause: stderr === '' ? undefined : stderr });
    this.end = end;
  }
}

/** No process could be started, or the sandbox was closed; this says nothing about the job. */
export class SandboxUnavailable extends Error {}

/** The owner has too many waiting jobs. */
export class TooManyWaiting extends Error {}
