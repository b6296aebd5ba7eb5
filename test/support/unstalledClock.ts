const TICK_MS = 10;
const MOST_OF_A_TURN_MS = 25;

/**
 * Starts a clock that does not advance while other processes use the processor: a turn of the event loop counts at most
 * 25 ms. Waiting in this process takes equally long on a busy machine and on an idle one.
 */
export function startUnstalledClock(): { read: () => number; stop: () => void } {
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
