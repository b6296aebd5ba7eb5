import { notFound } from '../notFound.ts';
import { badRequest } from '../../lib/errors.ts';
import { accessReasons } from '../reasons.ts';
import type { Queryable, Transaction } from '../../lib/sql/sql.ts';
import type { Context } from '../context.ts';
import { PLATFORM_ACCOUNT_ID } from '../platform.ts';
import * as queries from '../sql/limits.ts';
import { ACCOUNT_LIMITS, MOST_ACCOUNT_FILE_GIB, type LimitKind } from './table.ts';

export const MOST_ACCOUNT_FILE_BYTES = MOST_ACCOUNT_FILE_GIB * 1024 ** 3;

type AccountAtTime = Pick<Context, 'account_id' | 'now'>;

/**
 * Throws BAD_REQUEST if the account is at its limit. Call it before the insert. It locks the account until the
 * transaction ends, so that two concurrent requests cannot both create the last allowed record.
 */
export async function assertBelowLimit(tx: Transaction, ctx: AccountAtTime, kind: LimitKind): Promise<void> {
  // The platform has no limits for its own rows.
  if (ctx.account_id === PLATFORM_ACCOUNT_ID) return;
  await lockAccount(tx, ctx.account_id);
  await assertNotFull(tx, ctx, kind);
}

/** Call it before a row references a new file or a larger file. `more_bytes` is the increase in size. */
export async function assertFileSpace(
  tx: Transaction,
  account_id: string,
  more_bytes: number,
): Promise<void> {
  if (account_id === PLATFORM_ACCOUNT_ID || more_bytes <= 0) return;
  await lockAccount(tx, account_id);
  const held = await queries.sumFileBytes(tx, account_id);
  if (held + more_bytes > MOST_ACCOUNT_FILE_BYTES) throw filesFull();
}

/** Call it before a file is stored, so that an account at its limit cannot fill the disk with rejected uploads. */
export async function assertRoomToUpload(db: Queryable, ctx: AccountAtTime, kind?: LimitKind): Promise<void> {
  const { account_id } = ctx;
  if (account_id === PLATFORM_ACCOUNT_ID) return;
  if (kind) await assertNotFull(db, ctx, kind);
  if ((await queries.sumFileBytes(db, account_id)) >= MOST_ACCOUNT_FILE_BYTES) throw filesFull();
}

/**
 * Locks the account until the transaction ends. Throws NOT_FOUND if the account was removed, so that no rows are written
 * for it.
 */
export async function lockAccount(tx: Transaction, account_id: string): Promise<void> {
  if (!(await queries.lockAccountLimits(tx, account_id))) throw notFound('Account');
}

async function assertNotFull(
  db: Queryable,
  { account_id, now }: AccountAtTime,
  kind: LimitKind,
): Promise<void> {
  const { most } = ACCOUNT_LIMITS[kind];
  const held = await queries.countRecords(db, account_id, kind, { now, most });
  if (held >= most)
    throw badRequest(kind, {
      ...accessReasons.account_full({ most }),
      text: `at most ${most.toLocaleString('en-US')} per account`,
    });
}

function filesFull() {
  return badRequest('files', accessReasons.files_full({ most: MOST_ACCOUNT_FILE_GIB }));
}
