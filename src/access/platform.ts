import { NIL_ID } from '../lib/ids.ts';
import type { Database } from '../lib/sql.ts';
import type { Actor, Context } from './context.ts';
import type { Tools } from './tools.ts';

/** What acts that belong to no account know: the operator's and the platform staff's. */
export type Platform = {
  db: Database;
  now: Date;
  tools: Tools;
  /** Who of the staff acts; the operator at the command line is nobody of them. */
  staff_id?: string;
};

export function platformActor({ staff_id }: Platform): Actor {
  return staff_id === undefined ? { kind: 'system' } : { kind: 'staff', user_id: staff_id };
}

/** Whose rows the staff's and the platform's own are; no account has this id, and no credential stands for it. */
export const PLATFORM = NIL_ID;

/** The platform acting on what is its own, through the verbs that accounts use for theirs. */
export function actAsPlatform(platform: Platform): Context {
  const { db, now, tools } = platform;
  return { db, now, tools, account_id: PLATFORM, actor: platformActor(platform) };
}

/** What somebody needs to find out who comes, before the account is known. */
export type Services = Pick<Platform, 'db' | 'now' | 'tools'> & {
  /** The database as one account sees it. */
  seenBy: (account_id: string) => Database;
};

/** Somebody acting on their own sign-in: within the account, or as staff, who see no account's view. */
export function actAs({ db, seenBy, now, tools }: Services, account_id: string, user_id: string): Context {
  if (account_id === PLATFORM) return { db, account_id, actor: { kind: 'staff', user_id }, now, tools };
  return { db: seenBy(account_id), account_id, actor: { kind: 'user', user_id }, now, tools };
}
