import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Context } from '../../src/access/context.ts';
import { MOST_SEARCHED } from '../../src/lib/sql/logSearch.ts';
import type { Database } from '../../src/lib/sql/sql.ts';
import { rowsRead } from './rowsRead.ts';
import type { Tenant, World } from './world.ts';

export const PAGE = { limit: 50, offset: 0 };

export type List = {
  table: string;
  /** The number of searches whose rows the list may read. */
  searches?: number;
  read: (ctx: Context, filter: typeof PAGE) => Promise<unknown>;
  filters: Record<string, object>;
};

/** The most rows that a list or a home page may read. */
const READ_AT_MOST = 2_100;

/** Declares a test for each filter of each list. */
export function testBounds(world: World, tenant: Tenant, lists: Record<string, List>): void {
  for (const [name, { table, read, filters, searches = 0 }] of Object.entries(lists)) {
    for (const [which, filter] of Object.entries(filters)) {
      test(`${name} with ${which} read a bounded number of rows`, async () => {
        const rows = await countRowsRead(world, tenant, table, (ctx) => read(ctx, { ...PAGE, ...filter }));
        assert.ok(rows <= READ_AT_MOST + searches * MOST_SEARCHED, `${rows} rows read`);
      });
    }
  }
}

export async function countRowsRead(
  { db }: World,
  tenant: Tenant,
  table: string,
  read: (ctx: Context) => Promise<unknown>,
): Promise<number> {
  return db.begin(async (tx) => {
    const ctx: Context = { ...tenant.ctx(), db: tx as unknown as Database };
    const before = await rowsRead(ctx.db, [table]);
    await read(ctx);
    const after = await rowsRead(ctx.db, [table]);
    return (after[table] ?? Number.NaN) - (before[table] ?? Number.NaN);
  });
}
