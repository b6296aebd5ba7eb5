import type { Platform } from '../../access/platform.ts';
import { DAY_MS, startOfDay } from '../../lib/time/clock.ts';
import { notFound } from '../../access/notFound.ts';
import { firstIdOf } from '../../lib/ids.ts';
import type { Database } from '../../lib/sql/sql.ts';
import type { AccountDetail, AccountFilter, AccountPage } from './contract.ts';
import { withStorage } from './storage.ts';
import * as queries from './sql/overview.ts';

const DAYS = 30;

/** All accounts with their contents and the last thirty days. */
export async function listAccounts({ db, now }: Platform, filter: AccountFilter): Promise<AccountPage> {
  const [accounts, total] = await Promise.all([listUse(db, filter, now), queries.countAccounts(db, filter)]);
  return { accounts: await withStorage({ db }, accounts), total, limit: filter.limit, offset: filter.offset };
}

async function listUse(db: Database, filter: AccountFilter, now: Date) {
  const accounts = await queries.listAccounts(db, filter);
  const since = lastDays(now);
  return Promise.all(
    accounts.map(async (account) => ({ ...account, ...(await queries.readUsage(db, account.id, since)) })),
  );
}

export async function readAccount({ db, now }: Platform, account_id: string): Promise<AccountDetail> {
  const { since, first_id } = lastDays(now);
  const [account, days] = await Promise.all([
    queries.findAccount(db, account_id, { since, first_id, now }),
    queries.listUsageDays(db, account_id, { since, now }),
  ]);
  if (!account) throw notFound('Account');
  const [stored] = await withStorage({ db }, [account]);
  if (!stored) throw notFound('Account');
  return { ...stored, days };
}

function lastDays(now: Date): queries.UsageSince {
  const since = startOfDay(new Date(now.getTime() - (DAYS - 1) * DAY_MS));
  return { since, first_id: firstIdOf(since) };
}
