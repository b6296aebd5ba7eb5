import type { Context } from '../../access/context.ts';
import { SharedAnswers } from '../../lib/concurrency/cache.ts';
import { perDatabase } from '../../lib/sql/sql.ts';
import type { Versions } from './contract.ts';
import * as queries from './sql/versions.ts';

/** Shorter than the second between two questions of a page, so that a page learns of a change within two. */
const FRESH_MS = 900;
/** The accounts whose pages are open at the same time, with a large margin. */
const MOST_ACCOUNTS = 1_000;

/**
 * Open pages of an account share one answer, because each of them asks once a second. Aged: a page shows a change, made
 * by any process, within two seconds. The sign-in of each request is checked before.
 */
const sharedVersions = perDatabase(
  () => new SharedAnswers<Versions>(MOST_ACCOUNTS, (answer) => (answer ? FRESH_MS : 0)),
);

export function readVersions({ db, account_id }: Pick<Context, 'db' | 'account_id'>): Promise<Versions> {
  return sharedVersions(db).ask(account_id, () => queries.readVersions(db, account_id));
}
