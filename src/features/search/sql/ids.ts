import type { Fragment, Queryable } from '../../../lib/sql/sql.ts';
import type { SearchHit, RecordKind } from '../contract.ts';
import { runUnionOfSearches } from './found.ts';

/** The table of one kind of record, with SQL expressions for the members of its search results. */
type Identified = {
  kind: RecordKind;
  from: string;
  id?: string;
  title: string;
  detail?: string;
  parent?: string;
  shown?: string;
};

const IDENTIFIED: readonly Identified[] = [
  { kind: 'task', from: 'tasks', title: 'row.title', detail: 'row.external_id' },
  {
    kind: 'session',
    from: 'sessions',
    title: `coalesce(row.session_name, 'Session')`,
    shown: 'row.deleted_at is null',
  },
  { kind: 'user', from: 'users', title: 'row.full_name', detail: 'row.email' },
  { kind: 'procedure', from: 'procedures', title: 'row.title', shown: `row.status <> 'withdrawn'` },
  { kind: 'form', from: 'forms', title: 'row.name', detail: 'row.category' },
  { kind: 'document', from: 'knowledge_documents', title: 'row.name', parent: 'row.collection_id' },
  { kind: 'skill', from: 'skills', title: 'row.name' },
  {
    kind: 'endpoint',
    from: 'webhook_endpoints',
    title: 'coalesce(row.name, row.url)',
    detail: 'case when row.name is not null then row.url end',
    shown: 'row.deleted_at is null and not row.is_managed',
  },
  { kind: 'key', from: 'api_keys', title: 'row.name', detail: `'… ' || row.last4` },
  { kind: 'seat', from: 'seats', title: 'row.device_name' },
  { kind: 'integration', from: 'integrations', title: 'row.provider', detail: `'… ' || row.last4` },
  { kind: 'submission', from: 'form_submissions', title: 'row.form_name', parent: 'row.form_id' },
  { kind: 'execution', from: 'skill_executions', title: 'row.skill_name', parent: 'row.skill_id' },
  {
    kind: 'event',
    from: 'webhook_deliveries',
    id: 'event_id',
    title: 'row.event',
    parent: 'row.endpoint_id',
  },
  {
    kind: 'request',
    from: 'request_log',
    id: 'request_id',
    title: `row.method || ' ' || row.path`,
    detail: 'row.status',
  },
];

/**
 * Finds the records with an id. An event id can match several deliveries, one per endpoint; any other id matches one
 * record.
 */
export async function findRecordsById(
  db: Queryable,
  account_id: string,
  id: string,
  shows: (kind: RecordKind) => boolean,
): Promise<SearchHit[]> {
  const parts = IDENTIFIED.filter(({ kind }) => shows(kind)).map((one) => partOf(db, account_id, id, one));
  return runUnionOfSearches(db, parts);
}

const MOST = 5;

function partOf(db: Queryable, account_id: string, value: string, identified: Identified): Fragment {
  const { kind, from, id = 'id', title, detail = 'null', parent = 'null', shown = 'true' } = identified;
  return db`(
    select
      ${db.unsafe(`'${kind}'`)} as kind,
      row.${db.unsafe(id)}::text as id,
      ${db.unsafe(title)} as title,
      ${db.unsafe(detail)}::text as detail,
      ${db.unsafe(parent)}::uuid as parent_id
    from ${db.unsafe(from)} as row
    where row.account_id = ${account_id}
      and row.${db.unsafe(id)} = ${value}
      and ${db.unsafe(shown)}
    limit ${MOST}
  )`;
}
