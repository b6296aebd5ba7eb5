import { after } from 'node:test';
import { readConfig } from '../../../src/config.ts';
import { createAccount } from '../../../src/features/accounts/accounts.ts';
import { createKey } from '../../../src/features/keys/keys.ts';
import { createLog } from '../../../src/lib/log.ts';
import { startService } from '../../../src/service.ts';
import { callerAt, type Caller } from '../../../support/caller.ts';
import { cloneDatabase, type FreshDatabase } from '../../support/database.ts';
import { makeTools } from '../../support/tools.ts';
import { assertNoSecretLogged, logSink } from '../../support/secrets.ts';
import { openProxy, type Proxy } from './proxy.ts';

export type FaultyService = { url: string; api: Caller; fresh: FreshDatabase; proxy: Proxy };

/** The whole service on a database of its own, which it reaches only through a proxy. */
export async function openFaultyService(): Promise<FaultyService> {
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
  return { url: service.url, api: callerAt(service.url, await makeKey(fresh)), fresh, proxy };
}

async function makeKey({ db }: FreshDatabase): Promise<string> {
  const now = new Date();
  const tools = makeTools();
  const admin = { email: 'ada@example.com', full_name: 'Ada Admin', password: 'correct horse battery' };
  const { account_id, user_id } = await createAccount({ db, now, tools }, { name: 'Werkstatt Nord', admin });
  const ctx = { db, account_id, actor: { kind: 'user', user_id }, now, tools } as const;
  return (await createKey(ctx, { name: 'Test', scopes: ['read:tasks', 'write:tasks'] })).key;
}
