import type { Queryable } from '../../lib/sql.ts';
import * as queries from './sql/apps.ts';

export type Client = queries.Client;

/** An app by its client_id; undefined when deleted. */
export function findClient(db: Queryable, client_id: string): Promise<Client | undefined> {
  return queries.findClient(db, client_id);
}
