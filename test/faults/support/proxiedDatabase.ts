import { after } from 'node:test';
import { connect } from '../../../src/lib/sql/sql.ts';
import { LONG_TIMEOUTS } from '../../support/longTimeouts.ts';
import { openWorld } from '../../support/world.ts';
import { openProxy } from './proxy.ts';

/** Opens an account whose context uses the database through a proxy. Removed files are recorded. */
export async function openBehindProxy() {
  const world = await openWorld();
  const tenant = await world.account();
  const proxy = await openProxy(world.connection);
  const db = connect(proxy.target, LONG_TIMEOUTS);
  after(async () => {
    await db.end({ timeout: 1 });
    await proxy.close();
  });
  const removed: string[] = [];
  const files = {
    ...world.files,
    remove: (key: string) => {
      removed.push(key);
      return world.files.remove(key);
    },
  };
  const ctx = { ...tenant.ctx(), db, tools: { ...world.tools, files } };
  const countAudited = async (action: string, target_id: string) => {
    const found = await world.db`
      select from audit_entries where action = ${action} and target_id = ${target_id}`;
    return found.length;
  };
  return { world, tenant, proxy, db, ctx, removed, countAudited };
}
