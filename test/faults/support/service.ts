import { after } from 'node:test';
import { readConfig } from '../../../src/config.ts';
import { createLog } from '../../../src/lib/log.ts';
import { startService } from '../../../src/service/service.ts';
import { connect } from '../../../src/lib/sql/sql.ts';
import { callerAt, type Caller } from '../../../support/caller.ts';
import { findFreePort } from '../../../support/freePort.ts';
import { cloneDatabase, type FreshDatabase } from '../../support/database.ts';
import { LONG_TIMEOUTS } from '../../support/longTimeouts.ts';
import { makeKeyIn } from '../../support/service.ts';
import { assertNoSecretLogged, logSink } from '../../support/secrets.ts';
import { makeTools } from '../../support/tools.ts';
import { startNode } from '../../support/world.ts';
import { openProxy, type Proxy } from './proxy.ts';

export type ServiceWithFaultyDatabase = { url: string; api: Caller; fresh: FreshDatabase; proxy: Proxy };

/** Opens the whole service with its own database, which it reaches only through a proxy. */
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

/** Opens the API with its own database behind a proxy. Its requests have long time limits. */
export async function openFaultyApi(): Promise<Omit<ServiceWithFaultyDatabase, 'api'>> {
  const fresh = await cloneDatabase();
  const proxy = await openProxy(fresh.connection);
  const db = connect(proxy.target, LONG_TIMEOUTS);
  const port = await findFreePort();
  const url = `http://127.0.0.1:${port}`;
  const tools = makeTools({ public_url: url });
  const app = await startNode({ db, tools }, port);
  after(async () => {
    await app.close();
    await Promise.all([tools.outgoing.close(), tools.schemas.close(), db.end({ timeout: 1 })]);
    await proxy.close();
    await fresh.drop();
    assertNoSecretLogged();
  });
  return { url, fresh, proxy };
}
