import type { Context } from '../../access/context.ts';
import type { Database } from '../../lib/sql/sql.ts';
import type { Versions } from './contract.ts';
import * as queries from './sql/versions.ts';

/** Shorter than the second between two questions of a page, so that a page learns of a change within two. */
const SHARED_MS = 900;

const shared = new WeakMap<Database, Map<string, Promise<Versions>>>();

/** The versions of an account's lists: one statement at a time for all of its pages, and at most about one a second. */
export function readVersions({ db, account_id }: Pick<Context, 'db' | 'account_id'>): Promise<Versions> {
  const ofAccounts = shared.get(db) ?? new Map<string, Promise<Versions>>();
  shared.set(db, ofAccounts);
  const known = ofAccounts.get(account_id);
  if (known) return known;
  const read = queries.readVersions(db, account_id);
  ofAccounts.set(account_id, read);
  const forget = () => void (ofAccounts.get(account_id) === read && ofAccounts.delete(account_id));
  const past = new Promise((resolve) => setTimeout(resolve, SHARED_MS).unref());
  read.then(() => past.then(forget), forget);
  return read;
}
