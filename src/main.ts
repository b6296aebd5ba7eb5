import { readConfig, stopBudget } from './config.ts';
import { createLog } from './lib/log.ts';
import { watchParent } from './lib/parentWatch.ts';
import { returnMemoryOfStart, returnSpareMemory } from './lib/spareMemory.ts';
import { StartupFault } from './lib/startupFault.ts';
import { startService } from './service.ts';

try {
  const config = readConfig(process.env);
  const log = createLog(config.LOG_LEVEL);
  const say = (line: string) => void process.stdout.write(`${line}\n`);
  const service = await startService(config, log, say);

  const leave = (reason: string) => {
    log.info({ reason }, 'stopping');
    setTimeout(() => process.exit(1), stopBudget(config)).unref();
    void service.stop().then(
      () => log.flush(() => process.exit(0)),
      (err: unknown) => {
        log.error({ err }, 'not stopped cleanly');
        log.flush(() => process.exit(1));
      },
    );
  };
  process.on('SIGTERM', leave);
  process.on('SIGINT', leave);
  returnSpareMemory();
  if (process.env['npm_lifecycle_event']) watchParent(() => leave('npm is gone'));

  returnMemoryOfStart();
  say(`ready ${service.url}`);
} catch (error) {
  if (!(error instanceof StartupFault)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
}
