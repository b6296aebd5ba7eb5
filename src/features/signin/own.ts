import type { Context } from '../../access/context.ts';
import { PLATFORM } from '../../access/platform.ts';
import type { SignIn } from '../../access/signIn.ts';
import { recordAudit } from '../../audit/audit.ts';
import { notFound } from '../../access/notFound.ts';
import { transaction } from '../../lib/sql/sql.ts';
import { setStaffProfile } from '../staff/queries.ts';
import { setProfile } from '../users/sql/own.ts';
import type { OwnProfile, OwnChanges } from './contract.ts';

/** The audit names who was renamed by the id: a name would outlive the erasure of the person. */
export async function changeOwnProfile(
  ctx: Context,
  { user_id, full_name }: Pick<SignIn, 'user_id' | 'full_name'>,
  changes: OwnChanges,
): Promise<OwnProfile> {
  const { db, account_id } = ctx;
  return transaction(db, async (tx) => {
    const own = await (account_id === PLATFORM
      ? setStaffProfile(tx, user_id, changes)
      : setProfile(tx, account_id, user_id, changes));
    if (!own) throw notFound('Person');
    if (own.full_name !== full_name)
      await recordAudit(tx, ctx, { action: 'user.renamed', target_id: user_id });
    return own;
  });
}
