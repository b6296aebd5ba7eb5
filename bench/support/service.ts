import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const MAIN = fileURLToPath(new URL('../../src/main.ts', import.meta.url));

export type RunningService = { url: string; child: ChildProcess; stop(): Promise<number | null> };

/** Starts the service as a process. `before` is a command that runs it, such as a wrapper. */
export async function startService(
  env: Record<string, string>,
  before: readonly string[] = [],
): Promise<RunningService> {
  const [program, ...args] = [...before, process.execPath, MAIN];
  const child = spawn(program, args, {
    env: { ...kept('PATH', 'NODE_COMPILE_CACHE'), PORT: '0', LOG_LEVEL: 'silent', DEMO: 'off', ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = once(child, 'exit');
  const stop = async () => {
    child.kill('SIGTERM');
    const [code] = await exited;
    return code as number | null;
  };
  for await (const line of createInterface({ input: child.stdout })) {
    if (!line.startsWith('ready ')) continue;
    // The log is read and discarded, so that the pipe does not fill up.
    setImmediate(() => child.stdout.resume());
    return { url: line.slice('ready '.length), child, stop };
  }
  throw new Error('the service ended before it was ready');
}

/** Returns the environment variables that `npm start` also passes on. */
function kept(...names: string[]): NodeJS.ProcessEnv {
  return Object.fromEntries(names.map((name) => [name, process.env[name]]));
}
