import type { SandboxOptions } from '../../../../../src/lib/process/sandbox/limits.ts';

/** Small enough that a job reaches them soon, far above what a process needs that does nothing. */
export const LIMITS: SandboxOptions = {
  heap_mb: 32,
  rss_mb: 256,
  cpu_ms: 60_000,
  timeout_ms: 60_000,
  max_answer_characters: 1_000,
  in_background: false,
  max_processes: 2,
  idle_ms: 60_000,
};
