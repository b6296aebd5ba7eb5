import type { Fragment, Queryable } from '../../../lib/sql/sql.ts';
import type { RecordKind } from '../contract.ts';

/** The table of one kind of record, with SQL expressions for the members of its search results. */
type KindSource = {
  from: string;
  id?: string;
  title: string;
  detail?: string;
  status?: string;
  /** The id of the user whose name is shown. */
  user_id?: string;
  at?: string;
  parent?: string;
  joins?: string;
  shown?: string;
};

const ACTIVE = `case when row.is_active then 'active' else 'inactive' end`;

/** `clock.now` is the time of the request. */
export const KIND_SOURCES: Record<RecordKind, KindSource> = {
  task: {
    from: 'tasks',
    title: 'row.title',
    detail: 'row.external_id',
    status: 'row.status',
    user_id: 'row.assigned_to',
    at: 'row.due_date',
  },
  session: {
    from: 'sessions',
    title: `coalesce(row.session_name, 'Session')`,
    status: 'row.status',
    user_id: 'row.user_id',
    at: 'row.started_at',
    shown: 'row.deleted_at is null',
  },
  user: {
    from: 'users',
    title: 'row.full_name',
    detail: 'row.email',
    status: `case
      when row.status <> 'active' then 'inactive'
      when row.password_hash is null then 'invited'
      else 'active'
    end`,
  },
  procedure: {
    from: 'procedures',
    title: 'row.title',
    status: 'row.status',
    user_id: 'origin.user_id',
    at: 'row.created_at',
    joins: 'join sessions as origin on origin.account_id = row.account_id and origin.id = row.session_id',
    shown: `row.status <> 'withdrawn'`,
  },
  form: { from: 'forms', title: 'row.name', detail: 'row.category', status: ACTIVE },
  document: {
    from: 'knowledge_documents',
    title: 'row.name',
    detail: 'collection.name',
    status: 'row.state',
    user_id: 'row.uploaded_by',
    at: 'row.created_at',
    parent: 'row.collection_id',
    joins: `join knowledge_collections as collection
      on collection.account_id = row.account_id and collection.id = row.collection_id`,
  },
  skill: { from: 'skills', title: 'row.name', status: ACTIVE },
  endpoint: {
    from: 'webhook_endpoints',
    title: 'coalesce(row.name, row.url)',
    detail: 'case when row.name is not null then row.url end',
    status: `case when row.paused_at is null then 'active' else 'paused' end`,
    shown: 'row.deleted_at is null and not row.is_managed',
  },
  app: {
    from: 'oauth_apps',
    id: 'client_id',
    title: 'row.name',
    detail: 'row.client_id',
    status: 'row.status',
    shown: 'row.deleted_at is null',
  },
  key: {
    from: 'api_keys',
    title: 'row.name',
    detail: `'… ' || row.last4`,
    status: `case
      when row.revoked_at is not null then 'revoked'
      when row.expires_at <= clock.now then 'expired'
      else 'active'
    end`,
    user_id: 'row.created_by',
  },
  seat: {
    from: 'seats',
    title: 'row.device_name',
    detail: 'row.device_serial',
    status: `case when row.device_token_hash is null then 'unpaired' else 'paired' end`,
    user_id: 'row.user_id',
  },
  integration: {
    from: 'integrations',
    title: 'row.provider',
    detail: `'… ' || row.last4`,
    status: `case when row.revoked_at is null then 'active' else 'revoked' end`,
  },
  submission: {
    from: 'form_submissions',
    title: 'row.form_name',
    status: `case when cardinality(row.missing) = 0 then 'complete' else 'incomplete' end`,
    user_id: 'row.user_id',
    at: 'row.submitted_at',
    parent: 'row.form_id',
  },
  execution: {
    from: 'skill_executions',
    title: 'row.skill_name',
    status: 'row.status',
    user_id: 'row.user_id',
    at: 'row.executed_at',
    parent: 'row.skill_id',
  },
  event: {
    from: 'webhook_deliveries',
    id: 'event_id',
    title: 'row.event',
    status: 'row.state',
    at: 'row.created_at',
    parent: 'row.endpoint_id',
  },
  request: {
    from: 'request_log',
    id: 'request_id',
    title: `row.method || ' ' || row.path`,
    detail: 'row.status',
    at: 'row.created_at',
  },
};

/** Selects the members of search results from the given rows of the kind's table. */
export function selectHits(
  db: Queryable,
  account_id: string,
  { kind, rows, now }: { kind: RecordKind; rows: Fragment; now: Date },
): Fragment {
  const { id = 'id', title, joins = '', ...members } = KIND_SOURCES[kind];
  const { detail = 'null', status = 'null', user_id = 'null', at = 'null', parent = 'null' } = members;
  return db`
    select
      ${db.unsafe(`'${kind}'`)} as kind,
      row.${db.unsafe(id)}::text as id,
      ${db.unsafe(title)} as title,
      ${db.unsafe(detail)}::text as detail,
      ${db.unsafe(status)}::text as status,
      person.full_name as person,
      ${db.unsafe(at)}::timestamptz as at,
      ${db.unsafe(parent)}::uuid as parent_id
    from ${rows} as row
    cross join (select ${now}::timestamptz as now) as clock
    ${db.unsafe(joins)}
    left join users as person
      on person.account_id = ${account_id}
      and person.id = ${db.unsafe(user_id)}::uuid`;
}
