import { PLATFORM } from '../../access/platform.ts';
import type { Fragment, Queryable, Transaction } from '../../lib/sql/sql.ts';
import { idsBetween } from '../../lib/ids.ts';
import {
  allMatching,
  newestRows,
  searchLog,
  type SearchableLog,
  type LogFilter,
  type SearchedPage,
} from '../../lib/sql/logSearch.ts';
import { rangeOf } from '../../lib/time/timestamps.ts';
import type { AuditEntry, AuditFilter, AuditSelection } from '../contract.ts';
import { namesOfAction } from '../renamed.ts';

export type EntryRow = {
  id: string;
  action: string;
  actor_kind: string;
  actor_id: string | null;
  target_id: string | null;
  details: Record<string, string | number | boolean | null | readonly string[]>;
  address: string | null;
  created_at: Date;
};

export async function insertEntry(
  tx: Transaction,
  account_id: string,
  { details, ...entry }: EntryRow,
): Promise<void> {
  await tx`
    insert into audit_entries ${tx({ account_id, ...entry, details: tx.json(details) })}`;
}

export async function hasEntry(db: Queryable, account_id: string, id: string): Promise<boolean> {
  const found = await db`
    select 1
    from audit_entries as entry
    where entry.account_id = ${account_id}
      and entry.id = ${id}`;
  return found.length === 1;
}

/** `target_ids` are those of the records that a name stands for. */
export type AuditSelectionSql = { target_ids?: readonly string[] };
type Selection = Omit<AuditSelection, 'name'> & AuditSelectionSql;

export type FoundEntry = Omit<AuditEntry, 'target'>;

const LOG: SearchableLog = { table: 'audit_entries', row: 'entry', order: ['id'] };

/** Newest first. */
export function listAuditEntries(
  db: Queryable,
  account_id: string,
  { limit, offset, ...selection }: Selection & Pick<AuditFilter, 'limit' | 'offset'>,
): Promise<SearchedPage<FoundEntry>> {
  const select = (rows: Fragment) => selectEntries(db, account_id, rows);
  return searchLog(db, LOG, filterOf(db, account_id, selection), { limit, offset, select });
}

/** All of them, for an export. */
export function selectAllEntries(db: Queryable, account_id: string, selection: Selection): Fragment {
  return selectEntries(db, account_id, allMatching(db, LOG, filterOf(db, account_id, selection)));
}

/** The entries that a list of this selection reads. */
export function selectNewestEntries(db: Queryable, account_id: string, selection: Selection): Fragment {
  return newestRows(db, LOG, filterOf(db, account_id, selection));
}

/** With the name of the user who acted; accounts do not see the names of staff. */
function selectEntries(db: Queryable, account_id: string, rows: Fragment): Fragment {
  return db`
    select
      entry.id,
      entry.action,
      json_build_object('kind', entry.actor_kind, 'id', entry.actor_id, 'name', person.full_name) as actor,
      entry.target_id,
      entry.details,
      entry.address,
      entry.created_at
    from (${rows}) as entry
    ${
      account_id === PLATFORM
        ? db`left join staff as person on person.id = entry.actor_id`
        : db`left join users as person on person.account_id = ${account_id} and person.id = entry.actor_id`
    }
    order by entry.id desc`;
}

/** Ids carry their time, so a time range is an index range. */
function filterOf(
  db: Queryable,
  account_id: string,
  { action, target_id, target_ids, actor_id, ...range }: Selection,
): LogFilter {
  const { first_id, end_id } = idsBetween(rangeOf(range));
  return {
    range: db`
      entry.account_id = ${account_id}
      ${first_id === undefined ? db`` : db`and entry.id >= ${first_id}`}
      ${end_id === undefined ? db`` : db`and entry.id < ${end_id}`}`,
    indexed: [
      target_id === undefined ? undefined : db`entry.target_id = ${target_id}`,
      actor_id === undefined ? undefined : db`entry.actor_id = ${actor_id}`,
    ],
    others: [
      target_ids === undefined ? undefined : db`entry.target_id = any (${[...target_ids]}::text[])`,
      action === undefined
        ? undefined
        : db`(entry.action = any (${namesOfAction(action)}::text[]) or entry.action like ${`${action}.%`})`,
    ],
  };
}
