/**
 * Builds the environment of processes that tests and benches start: the given settings, PATH, the compile cache, and
 * `npm_lifecycle_event`, which makes a process exit when its parent was killed.
 */
export function cleanEnvironment(settings: Record<string, string>): NodeJS.ProcessEnv {
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  return { PATH, NODE_COMPILE_CACHE, npm_lifecycle_event: 'test', ...settings };
}
