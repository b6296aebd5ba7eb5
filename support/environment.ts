/**
 * The environment of processes that tests and benches start: only the given settings, and what lets them leave when
 * who started them was killed.
 */
export function cleanEnvironment(settings: Record<string, string>): NodeJS.ProcessEnv {
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  return { PATH, NODE_COMPILE_CACHE, npm_lifecycle_event: 'test', ...settings };
}
