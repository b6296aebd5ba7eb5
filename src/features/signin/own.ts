import type { Context } from '../../access/context.ts';
import { PLATFORM_ACCOUNT_ID } from '../../access/platform.ts';
import type { SignIn } from '../../access/signIn.ts';
import { recordAudit } from '../../audit/audit.ts';
import { notFound } from '../../access/notFound.ts';
import { transaction } from '../../lib/sql/sql.ts';
import { setStaffProfile } from '../staff/queries.ts';
import { setProfile } from '../users/sql/own.ts';
import type { OwnProfile, OwnProfileChanges } from './contract.ts';

/** The audit entry contains only the id of the user, because a name would remain after the user's erasure. */
export async function changeOwnProfile(
  ctx: Context,
  { user_id, full_name }: Pick<SignIn, 'user_id' | 'full_name'>,
  changes: OwnProfileChanges,
): Promise<OwnProfile> {
  const { db, account_id } = ctx;
  return transaction(db, async (tx) => {
    const own = await (account_id === PLATFORM_ACCOUNT_ID
      ? setStaffProfile(tx, user_id, changes)
      : setProfile(tx, account_id, user_id, changes));
    if (!own) throw notFound('Person');
    if (own.full_name !== full_name)
      await recordAudit(tx, ctx, { action: 'user.renamed', target_id: user_id });
    return own;
  });
}
