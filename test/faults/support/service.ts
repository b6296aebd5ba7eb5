import { after } from 'node:test';
import { readConfig } from '../../../src/config.ts';
import { createLog } from '../../../src/lib/log.ts';
import { startService } from '../../../src/service/service.ts';
import { callerAt, type Caller } from '../../../support/caller.ts';
import { cloneDatabase, type FreshDatabase } from '../../support/database.ts';
import { makeKeyIn } from '../../support/service.ts';
import { assertNoSecretLogged, logSink } from '../../support/secrets.ts';
import { openProxy, type Proxy } from './proxy.ts';

export type ServiceWithFaultyDatabase = { url: string; api: Caller; fresh: FreshDatabase; proxy: Proxy };

/** The whole service with its own database, which it reaches only through a proxy. */
export async function openServiceWithFaultyDatabase(): Promise<ServiceWithFaultyDatabase> {
  const fresh = await cloneDatabase();
  const proxy = await openProxy(fresh.connection);
  const config = readConfig({ DATABASE_URL: proxy.url, PORT: '0' });
  const service = await startService(config, createLog('trace', logSink), () => {});
  after(async () => {
    await service.stop();
    await proxy.close();
    await fresh.drop();
    assertNoSecretLogged();
  });
  return { url: service.url, api: callerAt(service.url, await makeKeyIn(fresh.db)), fresh, proxy };
}
