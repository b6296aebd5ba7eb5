import { readConfig, type Config } from './config.ts';
import { exitTimeoutMs } from './service/stopping.ts';
import { createLog, type Log } from './lib/log.ts';
import { watchParent } from './lib/process/parentWatch.ts';
import { findWorkerProcess, type WorkerProcess } from './lib/process/workerProcess.ts';
import { traceMembers } from './lib/process/tracing/spans.ts';
import { describeStartFailure } from './lib/process/startupFault.ts';
import { startWorkerProcess, startProcesses, startService, type Service } from './service/service.ts';

const member = findWorkerProcess();

try {
  const config = readConfig(process.env);
  const all = createLog(config.LOG_LEVEL, undefined, config.TRACES ? traceMembers : undefined);
  const log = member ? all.child({ process: member.number }) : all;
  const leaving = new AbortController();
  const starting = start({ config, log, member, leaving: leaving.signal });
  leaveOnSignals({ config, log, member, leaving, starting });
  const service = await starting;
  if (member) log.info({ pid: process.pid }, 'serving');
  if (member) member.tellReady(service.url);
  else if (!leaving.signal.aborted) say(`ready ${service.url}`);
} catch (error) {
  const line = describeStartFailure(error);
  if (line === undefined) throw error;
  await failStart(line);
}

/**
 * Prints the line after the log entries, which are flushed when the process exits. A member process sends the line to
 * the first process, which prints it.
 */
async function failStart(line: string): Promise<never> {
  if (member) await member.tellFailed(line);
  else process.once('exit', () => process.stderr.write(`${line.replaceAll('\n', ' ')}\n`));
  process.exit(1);
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

type Start = { config: Config; log: Log; member: WorkerProcess | undefined; leaving: AbortSignal };

function start({ config, log, member, leaving }: Start): Promise<Service> {
  if (member) return startWorkerProcess(config, log, member);
  return config.PROCESSES > 1 ? startProcesses(config, log, say, leaving) : startService(config, log, say);
}

type Started = Omit<Start, 'leaving'> & { leaving: AbortController; starting: Promise<Service> };

/**
 * Stops the service on SIGTERM and SIGINT. A service that is still starting is stopped only after its start, because it
 * may already serve requests and run a database.
 */
function leaveOnSignals({ config, log, member, leaving, starting }: Started): void {
  const stop = async () => {
    const service = await starting;
    await service.stop();
  };
  const leave = (reason: string) => {
    // A process can receive one Ctrl-C several times: from the terminal, from npm, and from the first process.
    if (leaving.signal.aborted) return;
    leaving.abort();
    log.info({ reason }, 'stopping');
    setTimeout(() => process.exit(1), exitTimeoutMs(config, member !== undefined)).unref();
    void stop().then(
      () => log.flush(() => process.exit(0)),
      (err: unknown) => {
        log.error({ err }, 'not stopped cleanly');
        log.flush(() => process.exit(1));
      },
    );
  };
  process.on('SIGTERM', leave);
  process.on('SIGINT', leave);
  if (process.env['npm_lifecycle_event']) watchParent(() => leave('npm has exited'));
}
