/** The reason why a job ended its process. */
export type SandboxEndReason = 'too_slow' | 'out_of_memory' | 'crashed';

/** Thrown if a job ended its process. The job must not run again, because it would end the next process, too. */
export class SandboxFailure extends Error {
  readonly end: SandboxEndReason;
  constructor(end: SandboxEndReason, stderr = '') {
    super(`a sandbox process ended: ${end}`, { cause: stderr === '' ? undefined : stderr });
    this.end = end;
  }
}

/** Thrown if no process could be started or the sandbox is closed. The job is not the cause and may run later. */
export class SandboxUnavailable extends Error {}

/** Thrown if the owner has too many waiting jobs. */
export class TooManyWaiting extends Error {}
