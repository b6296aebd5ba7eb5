import { watchParent } from '../src/lib/process/parentWatch.ts';
import { StartupFault } from '../src/lib/process/startupFault.ts';
import { printAnswer, printFault } from './print.ts';
import { runCommand, type Environment } from './run.ts';

const STOP_TIMEOUT_MS = 9_500;
const INTERRUPTED = 130;

export async function runDatabaseCommand(words: readonly string[], env: Environment): Promise<void> {
  const args = words.filter((word) => word !== '--json');
  const as_json = args.length < words.length;

  const interruption = new AbortController();
  const leave = () => {
    interruption.abort();
    setTimeout(() => {
      printFault(new StartupFault('Interrupted; the running work did not end in time'), as_json);
      process.exit(INTERRUPTED);
    }, STOP_TIMEOUT_MS).unref();
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, leave);
  if (env['npm_lifecycle_event']) watchParent(leave);

  try {
    printAnswer(await runCommand(args, env, interruption.signal), as_json);
  } catch (fault) {
    const reason = interruption.signal.aborted ? interruption.signal.reason : fault;
    process.exitCode = printFault(reason, as_json);
  }
}
