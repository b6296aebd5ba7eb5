import type { FastifyRequest } from 'fastify';
import type { AccountTurns } from '../access/accountTurns.ts';
import type { Services } from '../access/platform.ts';
import type { RateLimit } from '../access/rateLimit.ts';
import type { Tools } from '../access/tools.ts';
import type { Clock } from '../lib/time/clock.ts';
import { addressOf } from '../lib/http/address.ts';
import type { CookieJar } from '../lib/http/cookies.ts';
import { asAccount } from '../lib/sql/rowSecurity.ts';
import type { Database } from '../lib/sql/sql.ts';

/** The tools of every door. */
export type DoorServices = {
  db: Database;
  clock: Clock;
  tools: Tools;
  /** Names and guards the cookies of browsers. */
  cookies: CookieJar;
  /** How often one key and one account may ask, where the installation limits it. */
  rate_limit?: RateLimit | undefined;
  /** Gives each account its share of the database; every account has all of it if left out. */
  turns?: AccountTurns | undefined;
  /** How many times its deadline a request may take; once if left out. */
  patience?: number;
  /** Runs every request as the role that row level security restricts. */
  row_security: boolean;
  /** Compare every answer with its declaration; for tests. */
  check_answers: boolean;
};

/** The database as one account sees it. */
export function viewsOf({
  db,
  row_security,
  turns,
}: Pick<DoorServices, 'db' | 'row_security' | 'turns'>): (account_id: string) => Database {
  return (account_id) => {
    const own = turns?.seenBy(db, account_id) ?? db;
    return row_security ? asAccount(own, account_id) : own;
  };
}

export function servicesOf(services: DoorServices, request: FastifyRequest): Services {
  const { db, clock, tools } = services;
  return { db, seenBy: viewsOf(services), now: clock.now(), tools, address: addressOf(request) };
}
