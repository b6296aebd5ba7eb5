import type { Queryable } from '../../lib/sql/sql.ts';
import * as queries from './sql/apps.ts';
import { findPublishedLogo } from './sql/logos.ts';

export type Client = queries.ClientRow;

/** An app by its client_id; undefined when deleted. */
export function findClient(db: Queryable, client_id: string): Promise<Client | undefined> {
  return queries.findClient(db, client_id);
}

/** The logo that customers see, as a data URL. */
export function findAppLogo(db: Queryable, client_id: string): Promise<string | null> {
  return findPublishedLogo(db, client_id);
}
