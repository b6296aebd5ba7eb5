import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { performance } from 'node:perf_hooks';

const LOOK_EVERY_MS = 5_000;
/** The share of the last look that the event loop worked. */
const CALM = 0.08;
/** A collection takes some 20 ms of the event loop. */
const WORTH_BYTES = 32 * 1024 * 1024;

/**
 * V8 collects because memory is allocated, and keeps what a rush needed for as long as nothing is. When the
 * process is calm and holds much more than it uses, this makes it collect, which gives the rest back.
 */
export function returnSpareMemory(look_every_ms = LOOK_EVERY_MS): void {
  const collect = takeCollector();
  let before = performance.eventLoopUtilization();
  const look = () => {
    const now = performance.eventLoopUtilization();
    const { utilization } = performance.eventLoopUtilization(now, before);
    before = now;
    const { heapTotal, heapUsed } = process.memoryUsage();
    if (utilization < CALM && heapTotal - heapUsed > WORTH_BYTES)
      void collect({ type: 'major', execution: 'async' });
  };
  setInterval(look, look_every_ms).unref();
}

/**
 * What loading the program needed, and the room for young objects that it grew to 32 MB, which no other kind of
 * collection makes small again. It takes a tenth of a second of the event loop.
 */
export function returnMemoryOfStart(): void {
  takeCollector()({ type: 'major', execution: 'sync', flavor: 'last-resort' });
}

/** Without the flag at the start of the process, which whoever starts it would have to know. */
function takeCollector(): NodeJS.GCFunction {
  setFlagsFromString('--expose-gc');
  const collect: NodeJS.GCFunction = runInNewContext('gc');
  setFlagsFromString('--no-expose-gc');
  return collect;
}
