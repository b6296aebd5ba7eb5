/** Blocks this thread: no timer fires and no event is handled meanwhile. */
export function blockProcess(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}
