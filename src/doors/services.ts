import type { FastifyRequest } from 'fastify';
import type { Services } from '../access/platform.ts';
import type { RateLimit } from '../access/rateLimit.ts';
import type { Tools } from '../access/tools.ts';
import { addressOf } from '../lib/http/address.ts';
import type { CookieJar } from '../lib/http/cookies.ts';
import type { Database } from '../lib/sql/sql.ts';

/** The tools of every door. */
export type DoorServices = {
  db: Database;
  /** The database as one account sees it. */
  databaseFor: (account_id: string) => Database;
  tools: Tools;
  /** Names and guards the cookies of browsers. */
  cookies: CookieJar;
  /** How often one key and one account may ask, where the installation limits it. */
  rate_limit?: RateLimit | undefined;
  /** How many times its deadline a request may take; once if left out. */
  patience?: number;
  /** Compare every answer with its declaration; for tests. */
  check_answers: boolean;
};

export function servicesOf(services: DoorServices, request: FastifyRequest): Services {
  const { db, databaseFor, tools } = services;
  return { db, databaseFor, now: tools.clock.now(), tools, address: addressOf(request) };
}
