import type { Scope } from '../../../src/access/scopes.ts';
import { createKey } from '../../../src/features/keys/keys.ts';
import type { Caller } from '../../../support/caller.ts';
import { consoleOf } from '../../../support/console.ts';
import { openWorld } from '../../support/world.ts';

export const TASKS_PATH = '/v1/api-tenant-tasks';
export const MINUTE_MS = 60_000;
export const OFFICE_ADDRESS = '203.0.113.0/24';
export const SCOPES: Scope[] = ['read:tasks', 'manage:api_keys', 'manage:webhooks'];

type Restricted = { expires_at?: string | null; allowed_addresses?: string[] | null };

/** Opens an account of a service behind one proxy, with functions that create and use its keys. */
export async function openRestrictedKeys() {
  const world = await openWorld({ trust_proxy: 1 });
  const tenant = await world.account();
  const full = await tenant.api();
  const admin = await consoleOf(world, tenant.admin);

  return {
    world,
    tenant,
    full,
    admin,
    inMinutes: (minutes: number) => new Date(world.clock.now().getTime() + minutes * MINUTE_MS).toISOString(),
    makeKey: async (restrictions: Restricted, scopes = SCOPES): Promise<Caller & { id: string }> => {
      const { id, key } = await createKey(tenant.ctx(), { name: 'Restricted', scopes, ...restrictions });
      return { ...world.as(key), id };
    },
    create: (by: Caller, restrictions: object, headers = {}) =>
      by.post('/v1/keys', { name: 'Made', scopes: ['read:tasks'], ...restrictions }, headers),
    readKey: async (id: string) =>
      (await full.get('/v1/keys?limit=100')).body.keys.find((key: { id: string }) => key.id === id),
  };
}
