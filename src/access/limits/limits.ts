import { notFound } from '../notFound.ts';
import { badRequest } from '../../lib/errors.ts';
import { accessReasons } from '../reasons.ts';
import type { Queryable, Transaction } from '../../lib/sql/sql.ts';
import type { Context } from '../context.ts';
import { PLATFORM } from '../platform.ts';
import * as queries from '../sql/limits.ts';
import { LIMITS, MOST_FILE_GIB, type LimitKind } from './table.ts';

export const MOST_FILE_BYTES = MOST_FILE_GIB * 1024 ** 3;

type Holder = Pick<Context, 'account_id' | 'now'>;

/**
 * Call before one more is written. Locks the account until the transaction ends, so that two requests cannot
 * both be the last.
 */
export async function assertRoom(tx: Transaction, holder: Holder, kind: LimitKind): Promise<void> {
  // Rows of the platform itself are not limited.
  if (holder.account_id === PLATFORM) return;
  await lockAccount(tx, holder.account_id);
  await assertNotFull(tx, holder, kind);
}

/** Call before a row names one more file, or a larger one in place of another. */
export async function assertRoomForFile(
  tx: Transaction,
  account_id: string,
  more_bytes: number,
): Promise<void> {
  if (account_id === PLATFORM || more_bytes <= 0) return;
  await lockAccount(tx, account_id);
  const held = await queries.sumFileBytes(tx, account_id);
  if (held + more_bytes > MOST_FILE_BYTES) throw filesFull();
}

/**
 * Call before a file is stored, so that an account without room cannot fill the disk with refused uploads.
 */
export async function assertRoomToUpload(db: Queryable, holder: Holder, kind?: LimitKind): Promise<void> {
  const { account_id } = holder;
  if (account_id === PLATFORM) return;
  if (kind) await assertNotFull(db, holder, kind);
  if ((await queries.sumFileBytes(db, account_id)) >= MOST_FILE_BYTES) throw filesFull();
}

/** Nothing is written for an account that is gone. */
async function lockAccount(tx: Transaction, account_id: string): Promise<void> {
  if (!(await queries.lockAccountLimits(tx, account_id))) throw notFound('Account');
}

async function assertNotFull(db: Queryable, { account_id, now }: Holder, kind: LimitKind): Promise<void> {
  const { most } = LIMITS[kind];
  const held = await queries.countHeld(db, account_id, kind, { now, most });
  if (held >= most)
    throw badRequest(kind, {
      ...accessReasons.account_full({ most }),
      text: `at most ${most.toLocaleString('en-US')} an account`,
    });
}

function filesFull() {
  return badRequest('files', accessReasons.files_full({ most: MOST_FILE_GIB }));
}
