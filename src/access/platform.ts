import type { Database } from '../lib/sql.ts';
import type { Context } from './context.ts';

/** What acts that belong to no account know: the operator's and the platform staff's. */
export type Platform = {
  db: Database;
  now: Date;
};

/** Whose rows the platform's own skills, bundles and documents are; no credential can ever stand for it. */
export const PLATFORM_ACCOUNT_ID = '00000000-0000-0000-0000-000000000000';

/** The platform acting on what is its own, through the verbs that accounts use for theirs. */
export function actAsPlatform({ db, now }: Platform): Context {
  return { db, now, account_id: PLATFORM_ACCOUNT_ID, actor: { kind: 'system' } };
}
