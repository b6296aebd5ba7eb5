import { NIL_ID } from '../lib/ids.ts';
import type { Database } from '../lib/sql/sql.ts';
import type { Actor, Context } from './context.ts';
import type { Tools } from './tools.ts';

/** The context of operations that belong to no account: commands of the operator and actions of platform staff. */
export type PlatformContext = {
  db: Database;
  now: Date;
  tools: Tools;
  /** The acting staff member; undefined for an operator at the command line. */
  staff_id?: string;
  /** The IP address of the client. */
  address?: string;
};

export function platformActor({ staff_id }: PlatformContext): Actor {
  return staff_id === undefined ? { kind: 'system' } : { kind: 'staff', user_id: staff_id };
}

/** The account id of rows that belong to staff or the platform. No account and no credential has this id. */
export const PLATFORM_ACCOUNT_ID = NIL_ID;

/** Creates a context with which the feature functions for accounts use the rows of the platform itself. */
export function actAsPlatform(platform: PlatformContext): Context {
  const { db, now, tools, address } = platform;
  const here = { db, now, tools, ...(address !== undefined && { address }) };
  return { ...here, account_id: PLATFORM_ACCOUNT_ID, actor: platformActor(platform) };
}

/** The dependencies for identifying a caller, when the account is not known yet. */
export type RequestServices = Pick<PlatformContext, 'db' | 'now' | 'tools' | 'address'> & {
  /** Returns the database restricted to one account. */
  databaseFor: (account_id: string) => Database;
};

/** The context of a signed-in user. For PLATFORM, the user is a staff member who manages their own sign-in. */
export function actAsUser(services: RequestServices, account_id: string, user_id: string): Context {
  const { db, databaseFor, now, tools, address } = services;
  const here = { account_id, now, tools, ...(address !== undefined && { address }) };
  if (account_id === PLATFORM_ACCOUNT_ID) return { ...here, db, actor: { kind: 'staff', user_id } };
  return { ...here, db: databaseFor(account_id), actor: { kind: 'user', user_id } };
}
