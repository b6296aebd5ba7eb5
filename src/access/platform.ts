import { NIL_ID } from '../lib/ids.ts';
import type { Database } from '../lib/sql/sql.ts';
import type { Actor, Context } from './context.ts';
import type { Tools } from './tools.ts';

/** The context of acts that belong to no account: the operator's and the platform staff's. */
export type Platform = {
  db: Database;
  now: Date;
  tools: Tools;
  /** The staff member who acts; undefined for the operator at the command line. */
  staff_id?: string;
  /** The IP address of the client. */
  address?: string;
};

export function platformActor({ staff_id }: Platform): Actor {
  return staff_id === undefined ? { kind: 'system' } : { kind: 'staff', user_id: staff_id };
}

/** The account id of rows that belong to the staff or the platform; no account and no credential has it. */
export const PLATFORM = NIL_ID;

/** The platform acting on its own rows through the verbs that accounts use. */
export function actAsPlatform(platform: Platform): Context {
  const { db, now, tools, address } = platform;
  const here = { db, now, tools, ...(address !== undefined && { address }) };
  return { ...here, account_id: PLATFORM, actor: platformActor(platform) };
}

/** The tools for identifying a caller, before the account is known. */
export type Services = Pick<Platform, 'db' | 'now' | 'tools' | 'address'> & {
  /** The database as one account sees it. */
  databaseFor: (account_id: string) => Database;
};

/** A signed-in user acting in the account, or staff acting on their own sign-in. */
export function actAs(services: Services, account_id: string, user_id: string): Context {
  const { db, databaseFor, now, tools, address } = services;
  const here = { account_id, now, tools, ...(address !== undefined && { address }) };
  if (account_id === PLATFORM) return { ...here, db, actor: { kind: 'staff', user_id } };
  return { ...here, db: databaseFor(account_id), actor: { kind: 'user', user_id } };
}
