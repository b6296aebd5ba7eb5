/** The bounds of a process and of each of its jobs. */
export type SandboxLimits = {
  /** V8's heap. */
  heap_mb: number;
  /** Resident memory of the process: buffers and native code are outside of V8's heap. */
  rss_mb: number;
  /** Processor time of a job, all threads of the process together. */
  cpu_ms: number;
  /** The answer of a job as JSON. */
  max_answer_characters: number;
  /** Runs the process at a low priority. */
  in_background: boolean;
};

export type SandboxOptions = SandboxLimits & {
  /** Wall time of a job from its start; a backstop for jobs that wait without computing. */
  timeout_ms: number;
  /** Processes at work at the same time. With several of them, an owner has at most one. */
  max_processes: number;
  /** Jobs until a process is replaced; unlimited if left out. */
  jobs_per_process?: number;
  /** Ends a process that had no job for so long, and gives its memory back. */
  idle_ms: number;
};

/** A job that exceeds its processor time ends its process with this signal, one that exceeds its memory with SIGKILL. */
export const CPU_LIMIT_SIGNAL = 'SIGXCPU';

export type SandboxReply =
  | { kind: 'answer'; json: string; is_reusable: boolean }
  | { kind: 'error'; message: string; is_reusable: boolean };
