import type { Queryable } from '../../lib/sql/sql.ts';
import * as queries from './sql/apps.ts';
import { findPublishedAppLogo } from './sql/logos.ts';

export type OAuthClient = queries.OAuthClientRow;

/** Returns undefined if the app is unknown or deleted. */
export function findOAuthClient(db: Queryable, client_id: string): Promise<OAuthClient | undefined> {
  return queries.findOAuthClient(db, client_id);
}

/** The logo that customers see, as a data URL. */
export function findAppLogo(db: Queryable, client_id: string): Promise<string | null> {
  return findPublishedAppLogo(db, client_id);
}
