/** Creates a pseudo-random generator of numbers between 0 and 1; equal seeds give equal numbers. */
export function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}
