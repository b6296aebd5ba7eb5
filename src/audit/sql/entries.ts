import { PLATFORM_ACCOUNT_ID } from '../../access/platform.ts';
import type { Fragment, Queryable, Transaction } from '../../lib/sql/sql.ts';
import { idBoundsOf } from '../../lib/ids.ts';
import {
  selectAllMatchingRows,
  selectNewestRows,
  searchLog,
  type SearchableLog,
  type LogFilter,
  type SearchedPage,
} from '../../lib/sql/logSearch.ts';
import { halfOpenRangeOf } from '../../lib/time/timestamps.ts';
import type { AuditEntry, AuditFilter, AuditExportFilter } from '../contract.ts';

export type NewAuditEntry = {
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
  { details, ...entry }: NewAuditEntry,
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

/** `target_ids` contains the ids of the records with the name that the reader searches for. */
export type AuditTargetFilter = { target_ids?: readonly string[] };
type Selection = Omit<AuditExportFilter, 'name'> & AuditTargetFilter;

export type AuditEntryRow = Omit<AuditEntry, 'target'>;

const LOG: SearchableLog = { table: 'audit_entries', row: 'entry', order: ['id'] };

/** Lists audit entries, newest first. */
export function listAuditEntries(
  db: Queryable,
  account_id: string,
  { limit, offset, ...selection }: Selection & Pick<AuditFilter, 'limit' | 'offset'>,
): Promise<SearchedPage<AuditEntryRow>> {
  const select = (rows: Fragment) => selectEntries(db, account_id, rows);
  return searchLog(db, LOG, filterOf(db, account_id, selection), { limit, offset, select });
}

/** Selects all matching entries, without paging. */
export function selectEntriesForExport(db: Queryable, account_id: string, selection: Selection): Fragment {
  return selectEntries(db, account_id, selectAllMatchingRows(db, LOG, filterOf(db, account_id, selection)));
}

/** Selects the newest entries of a selection, up to the search limit. */
export function selectNewestEntries(db: Queryable, account_id: string, selection: Selection): Fragment {
  return selectNewestRows(db, LOG, filterOf(db, account_id, selection));
}

/** Adds the name of the acting user. The names of staff are not shown to accounts. */
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
      account_id === PLATFORM_ACCOUNT_ID
        ? db`left join staff as person on person.id = entry.actor_id`
        : db`left join users as person on person.account_id = ${account_id} and person.id = entry.actor_id`
    }
    order by entry.id desc`;
}

/** Ids are UUIDs of version 7, which begin with a timestamp. A time range is therefore a range of the id index. */
function filterOf(
  db: Queryable,
  account_id: string,
  { action, target_id, target_ids, actor_id, ...range }: Selection,
): LogFilter {
  const { first_id, end_id } = idBoundsOf(halfOpenRangeOf(range));
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

/** Actions that were renamed. Stored entries keep the former name, so a filter has to match both. */
const RENAMED: readonly (readonly [former: string, action: string])[] = [['mail.hurried', 'mail.sent_early']];

/** The action and its former or newer names. */
function namesOfAction(action: string): string[] {
  return RENAMED.find((names) => names.includes(action))?.slice() ?? [action];
}
