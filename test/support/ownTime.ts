const TICK_MS = 10;
const MOST_OF_A_TURN_MS = 25;

/**
 * A clock that runs while this process has its turns: where others had the processor for longer, a turn counts as 25 ms.
 * What waits in here and in nothing else takes as long by it on a busy machine as on an idle one.
 */
export function startOwnTime(): { read: () => number; stop: () => void } {
  let total_ms = 0;
  let last_ms = performance.now();
  const count = () => {
    const now_ms = performance.now();
    total_ms += Math.min(now_ms - last_ms, MOST_OF_A_TURN_MS);
    last_ms = now_ms;
  };
  const timer = setInterval(count, TICK_MS).unref();
  return {
    read() {
      count();
      return total_ms;
    },
    stop: () => clearInterval(timer),
  };
}
