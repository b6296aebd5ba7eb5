import { MOST_ACCOUNT_FILE_BYTES } from '../../access/limits/limits.ts';
import type { PlatformContext } from '../../access/platform.ts';
import type { AccountStorage } from './contract.ts';
import { listAccountStorage } from './sql/storage.ts';

const NOTHING: AccountStorage = {
  file_bytes: 0,
  most_file_bytes: MOST_ACCOUNT_FILE_BYTES,
  task_rows: 0,
  session_rows: 0,
  log_rows: 0,
  about_delivery_rows: 0,
};

export async function addStorageToAccounts<A extends { id: string }>(
  { db }: Pick<PlatformContext, 'db'>,
  accounts: readonly A[],
): Promise<(A & { storage: AccountStorage })[]> {
  const rows = await listAccountStorage(
    db,
    accounts.map(({ id }) => id),
  );
  const stored = new Map(rows.map(({ account_id, ...row }) => [account_id, row]));
  return accounts.map((account) => ({ ...account, storage: { ...NOTHING, ...stored.get(account.id) } }));
}
