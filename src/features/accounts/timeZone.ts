import type { Context } from '../../access/context.ts';
import { recordAudit } from '../../audit/audit.ts';
import { badRequest } from '../../lib/errors.ts';
import { accountReasons } from './reasons.ts';
import { transaction } from '../../lib/sql/sql.ts';
import { isTimeZone } from '../../lib/time/timeZones.ts';
import * as queries from './sql/accounts.ts';

/** Sets the time zone that defines the days of the account. Stored timestamps do not change. */
export async function setAccountTimeZone(
  ctx: Context,
  time_zone: string,
): Promise<{ account_id: string; time_zone: string }> {
  const { db, account_id } = ctx;
  if (!isTimeZone(time_zone) || !(await queries.isKnownTimeZone(db, time_zone)))
    throw badRequest('time_zone', accountReasons.time_zone);
  return transaction(db, async (tx) => {
    const changed = await queries.setAccountTimeZone(tx, account_id, time_zone);
    if (changed)
      await recordAudit(tx, ctx, {
        action: 'account.time_zone_changed',
        target_id: account_id,
        details: { time_zone },
      });
    return { account_id, time_zone };
  });
}
