import type { Context } from '../../../access/context.ts';
import { platformActor, type PlatformContext } from '../../../access/platform.ts';
import { recordAudit } from '../../../audit/audit.ts';
import { DAY_MS } from '../../../lib/time/clock.ts';
import { notFound } from '../../../access/notFound.ts';
import { badRequest, conflict } from '../../../lib/errors.ts';
import { accountReasons } from '../reasons.ts';
import { newId } from '../../../lib/ids.ts';
import { transaction } from '../../../lib/sql/sql.ts';
import { assertAccountExists } from '../accounts.ts';
import { lockAccount } from '../sql/accounts.ts';
import * as queries from '../sql/removals.ts';
import type { AccountRemoval, AccountRemovalAnswer, RemovalRequester } from './contract.ts';

const WAITING_DAYS = 30;

type RemovalContext = Pick<Context, 'db' | 'now' | 'account_id' | 'actor'>;

/** The context for staff or an operator who removes an account. 404 if the account does not exist. */
export async function createRemovalContext(
  platform: PlatformContext,
  account_id: string,
): Promise<RemovalContext> {
  await assertAccountExists(platform, account_id);
  const { db, now } = platform;
  return { db, now, account_id, actor: platformActor(platform) };
}

/**
 * Schedules the removal of an account. Until `due_at`, the account works as before and the removal can be cancelled.
 */
export async function requestRemoval(
  request: RemovalContext,
  { name, days = WAITING_DAYS }: { name: string; days?: number },
): Promise<AccountRemoval> {
  const { db, account_id, actor, now } = request;
  const id = newId(now);
  const due_at = new Date(now.getTime() + days * DAY_MS);
  const requested_by = requesterOf(request);
  return transaction(db, async (tx) => {
    const account = await lockAccount(tx, account_id);
    if (!account) throw notFound('Account');
    if (account.name !== name) throw badRequest('name', accountReasons.not_account_name);
    const staff_id = actor.kind === 'staff' ? actor.user_id : null;
    const removal = { id, requested_at: now, requested_by, staff_id, due_at, next_at: due_at };
    if (!(await queries.insertRemoval(tx, account_id, removal)))
      throw conflict('name', accountReasons.deletion_requested);
    await recordAudit(tx, request, {
      action: 'account.deletion_requested',
      details: { days },
    });
    return {
      requested_at: now.toISOString(),
      requested_by,
      due_at: due_at.toISOString(),
      started_at: null,
    };
  });
}

/** Cancels a scheduled removal. 409 if the deletion of data has begun. */
export async function cancelRemoval(request: RemovalContext): Promise<{ cancelled: true }> {
  const { db, account_id, now } = request;
  const cancelled = { cancelled: true } as const;
  return transaction(db, async (tx) => {
    const removal = await queries.lockRemoval(tx, account_id);
    if (!removal) throw notFound('Deletion of the account');
    if (removal.started_at) throw conflict(null, accountReasons.deletion_begun);
    await queries.cancelRemoval(tx, account_id, now);
    await recordAudit(tx, request, { action: 'account.deletion_cancelled' });
    return cancelled;
  });
}

export async function findRemoval({ db, account_id }: RemovalContext): Promise<AccountRemovalAnswer> {
  return { deletion: (await queries.findAccountRemoval(db, account_id)) ?? null };
}

function requesterOf({ actor }: RemovalContext): RemovalRequester {
  if (actor.kind === 'staff') return 'staff';
  return actor.kind === 'system' ? 'operator' : 'admin';
}
