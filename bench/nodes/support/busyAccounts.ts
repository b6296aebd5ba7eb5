import type { Context } from '../../../src/access/context.ts';
import { createKey } from '../../../src/features/keys/keys.ts';
import { subscribeEndpoint } from '../../../src/features/webhooks/endpoints/endpoints.ts';
import type { Database } from '../../../src/lib/sql/sql.ts';
import { consoleOf } from '../../../support/console.ts';
import { seedAccount } from '../../support/accounts.ts';
import type { Request } from '../../support/caller.ts';
import { fillLibrary, QUESTIONS } from '../../support/documents.ts';
import { loadTasks } from '../../support/loadTasks.ts';
import type { BusyAccountLoad } from '../../support/busyAccountProcess.ts';

const AT_ONCE = 64;
const ENDPOINTS = 20;
const ROWS = 30_000;
const PASSAGES = 20_000;
const TASKS = '/v1/api-tenant-tasks';

/** A kind of load that a busy account causes. */
export type LoadKind = { name: string; asks: (url: string) => Promise<Omit<BusyAccountLoad, 'url'>> };

/** The API key of the watched account, and the kinds of load of the busy account. */
export type BusyAccounts = { key: string; kinds: LoadKind[] };

export async function openBusyAccounts(db: Database, hanging: string): Promise<BusyAccounts> {
  const watched = await seedAccount(db, 'Quiet');
  const loud = await seedAccount(db, 'Loud');
  const sender = await seedAccount(db, 'Sender');
  await loadTasks(watched.ctx, 1_000);
  await loadTasks(loud.ctx, ROWS);
  await fillLibrary(db, loud.ctx.account_id, PASSAGES);
  for (let at = 0; at < ENDPOINTS; at++)
    await subscribeEndpoint(sender.ctx, { url: `${hanging}/${at}`, events: ['task.created'] });
  const [key, loud_key, sender_key] = [
    await keyOf(watched.ctx),
    await keyOf(loud.ctx),
    await keyOf(sender.ctx),
  ];
  await repeatAudit(loud.ctx);
  await db`analyze`;
  const cookie = async (url: string) => ({ Cookie: (await consoleOf({ url }, loud.person)).cookie });
  const create = { path: TASKS, body: { title: 'Loud' } };
  const questions = Array.from({ length: 50 }, (_, at) => {
    const asked = Object.values(QUESTIONS)[at % 2]?.(at) ?? '';
    return { path: `/console/v1/knowledge/search?query=${encodeURIComponent(asked)}` };
  });
  const deep = Array.from({ length: 50 }, (_, at) => ({ path: `${TASKS}?limit=100&offset=${15_000 + at}` }));
  const kinds: LoadKind[] = [
    { name: 'creates', asks: async () => asking(bearer(loud_key), [create]) },
    { name: 'search', asks: async (url) => asking(await cookie(url), questions) },
    { name: 'deep offsets', asks: async () => asking(bearer(loud_key), deep) },
    { name: 'exports', asks: async (url) => asking(await cookie(url), [{ path: '/audit.csv' }]) },
    { name: 'hanging endpoints', asks: async () => asking(bearer(sender_key), [create]) },
  ];
  return { key, kinds };
}

function asking(headers: Record<string, string>, turns: Request[]): Omit<BusyAccountLoad, 'url'> {
  return { headers, at_once: AT_ONCE, turns };
}

function bearer(key: string): Record<string, string> {
  return { Authorization: `Bearer ${key}` };
}

async function keyOf(ctx: Context): Promise<string> {
  return (await createKey(ctx, { name: 'Bench', scopes: ['read:tasks', 'write:tasks'] })).key;
}

/** Multiplies the audit entries to the size of a year's export. */
async function repeatAudit({ db, account_id }: Context): Promise<void> {
  await db`
    insert into audit_entries (account_id, id, action, actor_kind, actor_id, target_id, details, created_at)
    select entry.account_id, overlay(gen_random_uuid()::text placing left(entry.id::text, 14) from 1)::uuid,
      entry.action, entry.actor_kind, entry.actor_id, entry.target_id, entry.details, entry.created_at
    from (
      select *
      from audit_entries
      where account_id = ${account_id}
      limit 1
    ) as entry, generate_series(1, ${ROWS}::int)`;
}
