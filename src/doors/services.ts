import type { FastifyRequest } from 'fastify';
import type { RequestServices } from '../access/platform.ts';
import type { RateLimiter } from '../access/rateLimit.ts';
import type { Tools } from '../access/tools.ts';
import { clientAddressOf } from '../lib/http/address.ts';
import type { CookieCodec } from '../lib/http/cookies.ts';
import type { Database } from '../lib/sql/sql.ts';

export type DoorServices = {
  db: Database;
  /** Returns the database restricted to one account. */
  databaseFor: (account_id: string) => Database;
  tools: Tools;
  /** Reads and writes the cookies of browsers. */
  cookies: CookieCodec;
  /** The rate limit of keys and accounts; absent if RATE_LIMIT is off. */
  rate_limit?: RateLimiter | undefined;
  /** A factor for all deadlines, for tests on slow machines; 1 by default. */
  deadline_factor?: number;
  /** Validates every response against its schema; for tests. */
  check_answers: boolean;
};

export function requestServicesOf(services: DoorServices, request: FastifyRequest): RequestServices {
  const { db, databaseFor, tools } = services;
  return { db, databaseFor, now: tools.clock.now(), tools, address: clientAddressOf(request) };
}
