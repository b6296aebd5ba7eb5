import type { PlatformContext } from '../../access/platform.ts';
import { DAY_MS, startOfDay } from '../../lib/time/clock.ts';
import { notFound } from '../../access/notFound.ts';
import { firstIdOf } from '../../lib/ids.ts';
import type { Database } from '../../lib/sql/sql.ts';
import type {
  AccountDetail,
  AccountFilter,
  AccountPage,
  AccountSeatSearch,
  AccountSeatList,
} from './contract.ts';
import { assertAccountExists } from './accounts.ts';
import { addStorageToAccounts } from './storage.ts';
import * as queries from './sql/overview.ts';
import { querySeats } from './sql/seats.ts';

const DAYS = 30;

/** Lists all accounts with their number of records and their activity in the last 30 days, for staff. */
export async function listAccounts(
  { db, now }: PlatformContext,
  filter: AccountFilter,
): Promise<AccountPage> {
  const [accounts, total] = await Promise.all([listUse(db, filter, now), queries.countAccounts(db, filter)]);
  return {
    accounts: await addStorageToAccounts({ db }, accounts),
    total,
    limit: filter.limit,
    offset: filter.offset,
  };
}

async function listUse(db: Database, filter: AccountFilter, now: Date) {
  const accounts = await queries.listAccounts(db, filter);
  const since = lastDays(now);
  return Promise.all(
    accounts.map(async (account) => ({
      ...account,
      ...(await queries.readAccountUsage(db, account.id, since)),
    })),
  );
}

export async function readAccount({ db, now }: PlatformContext, account_id: string): Promise<AccountDetail> {
  const { since, first_id } = lastDays(now);
  const [account, days] = await Promise.all([
    queries.findAccountDetail(db, account_id, { since, first_id, now }),
    queries.listUsageDays(db, account_id, { since, now }),
  ]);
  if (!account) throw notFound('Account');
  const [stored] = await addStorageToAccounts({ db }, [account]);
  if (!stored) throw notFound('Account');
  return { ...stored, days };
}

/** Lists the seats of an account that match the search, for the choice of seats. */
export async function listAccountSeats(
  platform: PlatformContext,
  { account_id, ...filter }: AccountSeatSearch,
): Promise<AccountSeatList> {
  await assertAccountExists(platform, account_id);
  return querySeats(platform.db, account_id, filter);
}

function lastDays(now: Date): queries.UsagePeriod {
  const since = startOfDay(new Date(now.getTime() - (DAYS - 1) * DAY_MS));
  return { since, first_id: firstIdOf(since) };
}
