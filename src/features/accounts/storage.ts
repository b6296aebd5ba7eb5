import { MOST_FILE_BYTES } from '../../access/limits/limits.ts';
import type { Platform } from '../../access/platform.ts';
import type { Storage } from './contract.ts';
import { listStorage } from './sql/storage.ts';

const NOTHING: Storage = {
  file_bytes: 0,
  most_file_bytes: MOST_FILE_BYTES,
  task_rows: 0,
  session_rows: 0,
  log_rows: 0,
  about_delivery_rows: 0,
};

/** Gives each account what it stores. */
export async function withStorage<A extends { id: string }>(
  { db }: Pick<Platform, 'db'>,
  accounts: readonly A[],
): Promise<(A & { storage: Storage })[]> {
  const rows = await listStorage(
    db,
    accounts.map(({ id }) => id),
  );
  const stored = new Map(rows.map(({ account_id, ...row }) => [account_id, row]));
  return accounts.map((account) => ({ ...account, storage: { ...NOTHING, ...stored.get(account.id) } }));
}
