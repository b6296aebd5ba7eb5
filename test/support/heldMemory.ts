import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** What is still held, in MiB: garbage is collected first. */
export function heldMemory(): number {
  collect ??= exposeCollector();
  collect();
  return process.memoryUsage().heapUsed / 2 ** 20;
}

let collect: (() => void) | undefined;

function exposeCollector(): () => void {
  setFlagsFromString('--expose-gc');
  return runInNewContext('gc') as () => void;
}
