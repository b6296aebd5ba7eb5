/** The process gets no processor for this long: no timer of it fires, and nothing that arrives is heard. */
export function standStill(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}
