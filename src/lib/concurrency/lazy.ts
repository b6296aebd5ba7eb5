/** Returns a function that makes the value at its first call and returns the same value afterwards. */
export function lazy<T>(make: () => T): () => T {
  let made: { value: T } | undefined;
  return () => (made ??= { value: make() }).value;
}
