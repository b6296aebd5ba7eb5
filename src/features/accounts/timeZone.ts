import type { Context } from '../../access/context.ts';
import { recordAudit } from '../../audit/audit.ts';
import { badRequest } from '../../lib/errors.ts';
import { accountReasons } from './reasons.ts';
import { transaction } from '../../lib/sql/sql.ts';
import { isTimeZone } from '../../lib/time/timeZones.ts';
import * as queries from './sql/accounts.ts';

/** From now on days begin and end there; times are stored as before. */
export async function setTimeZone(
  ctx: Context,
  time_zone: string,
): Promise<{ account_id: string; time_zone: string }> {
  const { db, account_id } = ctx;
  if (!isTimeZone(time_zone) || !(await queries.knowsTimeZone(db, time_zone)))
    throw badRequest('time_zone', accountReasons.time_zone);
  return transaction(db, async (tx) => {
    const changed = await queries.setTimeZone(tx, account_id, time_zone);
    if (changed)
      await recordAudit(tx, ctx, {
        action: 'account.time_zone_changed',
        target_id: account_id,
        details: { time_zone },
      });
    return { account_id, time_zone };
  });
}
