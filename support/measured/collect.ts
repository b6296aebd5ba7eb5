import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Runs a full garbage collection. */
export function collectGarbage(): void {
  collect ??= exposeCollector();
  collect();
}

let collect: (() => void) | undefined;

function exposeCollector(): () => void {
  setFlagsFromString('--expose-gc');
  return runInNewContext('gc') as () => void;
}
