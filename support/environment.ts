/** What a process of the product is started with by a test or a bench: nothing of ours but what it says. */
export function cleanEnvironment(settings: Record<string, string>): NodeJS.ProcessEnv {
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  return { PATH, NODE_COMPILE_CACHE, ...settings };
}
