import type { Services } from '../access/platform.ts';
import type { Tools } from '../access/tools.ts';
import type { Clock } from '../lib/clock.ts';
import type { CookieJar } from '../lib/http/cookies.ts';
import { asAccount } from '../lib/rowSecurity.ts';
import type { Database } from '../lib/sql.ts';

/** What every door works with. */
export type DoorServices = {
  db: Database;
  clock: Clock;
  tools: Tools;
  /** Names and guards the cookies of browsers. */
  cookies: CookieJar;
  /** Runs every request as the role that row level security restricts. */
  row_security: boolean;
  /** Compare every answer with its declaration; for tests. */
  check_answers: boolean;
};

/** The database as one account sees it. */
export function viewsOf({
  db,
  row_security,
}: Pick<DoorServices, 'db' | 'row_security'>): (account_id: string) => Database {
  return (account_id) => (row_security ? asAccount(db, account_id) : db);
}

export function servicesOf(services: DoorServices): Services {
  const { db, clock, tools } = services;
  return { db, seenBy: viewsOf(services), now: clock.now(), tools };
}
