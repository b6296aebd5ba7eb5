import { after } from 'node:test';
import type { Door } from '../../../src/doors/declaration.ts';
import type { PageResource } from '../../../src/doors/page.ts';
import { openCallers, type Callers } from '../../support/callers.ts';
import { databaseSettings } from '../../support/database.ts';
import { freshFolder } from '../../support/fileStores.ts';
import { startMeasured, type MeasuredProcess } from '../../../support/measured/process.ts';
import { openWorld, type Tenant, type World } from '../../support/world.ts';

/** The service in its own process, its declarations, and a caller for every door. */
export type LimitsSite = Callers & {
  url: string;
  process: MeasuredProcess;
  doors: readonly Door[];
  pages: readonly PageResource[];
  tenant: Tenant;
};

export async function openLimitsSite(): Promise<LimitsSite> {
  const world = await openWorld();
  const process = await startMeasured(await settingsFor(world));
  after(() => process.stop());
  const { url } = process;
  const { doors, pages } = world.app;
  const tenant = await world.account();
  return { url, process, doors, pages, tenant, ...(await openCallers({ ...world, url }, tenant)) };
}

/** Returns the settings of an API process without workers on the world's database. */
async function settingsFor({ connection }: World): Promise<Record<string, string>> {
  return {
    ...databaseSettings(connection),
    DATA_DIR: await freshFolder(),
    SECRET_KEY: '07'.repeat(32),
    WEBHOOK_ALLOW: '127.0.0.1',
    ROLES: 'api',
  };
}
