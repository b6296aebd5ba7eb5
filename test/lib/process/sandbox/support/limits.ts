import type { SandboxOptions } from '../../../../../src/lib/process/sandbox/limits.ts';

/** Limits that a job reaches soon, and that are far above the needs of an idle process. */
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
