/** Limits of a sandbox process, such as one that reads documents, and of each job. */
export type SandboxLimits = {
  heap_mb: number;
  /** Limit of resident memory, which includes buffers and native code outside of the V8 heap. */
  rss_mb: number;
  /** Maximum CPU time of a job, summed over all threads of the process. */
  cpu_ms: number;
  /** Maximum length of a job's answer as JSON. */
  max_answer_characters: number;
  /** Runs the process with a low scheduling priority. */
  in_background: boolean;
};

export type SandboxOptions = SandboxLimits & {
  /** Wall-clock timeout of a job; a backstop for jobs that wait without using the CPU. */
  timeout_ms: number;
  /** Maximum number of concurrent processes. An owner uses at most one of them. */
  max_processes: number;
  /** Number of jobs after which a process is replaced; unlimited if absent. */
  jobs_per_process?: number;
  /** Ends a process after this time without a job, to free its memory. */
  idle_ms: number;
};

/** Signal for a job above its CPU limit. A job above its memory limit is ended with SIGKILL. */
export const CPU_LIMIT_SIGNAL = 'SIGXCPU';

export type SandboxReply =
  | { kind: 'answer'; json: string; is_reusable: boolean }
  | { kind: 'error'; message: string; is_reusable: boolean };
