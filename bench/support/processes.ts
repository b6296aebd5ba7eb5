import { fork, type ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** Starts another process and passes its input as JSON. */
export function startProcess(file: string, input: unknown): ChildProcess {
  const path = fileURLToPath(new URL(file, import.meta.url));
  return fork(path, [], { env: { ...process.env, BENCH_INPUT: JSON.stringify(input) } });
}

export function readInput(): any {
  return JSON.parse(process.env['BENCH_INPUT'] ?? 'null');
}
