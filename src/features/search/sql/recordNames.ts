import { hideFromPlanner, type Fragment, type Queryable } from '../../../lib/sql/sql.ts';
import type { SearchHit, RecordKind } from '../contract.ts';
import { runUnionOfSearches } from './found.ts';

/**
 * The table of one kind of record, with SQL expressions for the searched words and for the members of its search
 * results. A table with many rows per account needs an index on the words.
 */
type SearchedKind = {
  kind: RecordKind;
  from: string;
  words: string;
  title: string;
  detail: string;
  parent?: string;
  id?: string;
  joins?: string;
  shown?: string;
  /**
   * Minimum length of a word that is searched as a prefix. Set for tables with millions of rows per account, where a
   * short prefix matches too many words.
   */
  shortest?: number;
};

const MOST = 5;
/** Upper limit of matches that are sorted. */
const MATCHES = 500;

const SEARCHED_KINDS: readonly SearchedKind[] = [
  {
    kind: 'session',
    from: 'sessions',
    words: 'row.session_name',
    title: 'row.session_name',
    detail: 'wearer.full_name',
    joins: 'left join users as wearer on wearer.account_id = row.account_id and wearer.id = row.user_id',
    shown: 'row.deleted_at is null and row.session_name is not null',
    shortest: 3,
  },
  {
    kind: 'user',
    from: 'users',
    words: `row.full_name || ' ' || row.email`,
    title: 'row.full_name',
    detail: 'row.email',
  },
  {
    kind: 'procedure',
    from: 'procedures',
    words: 'row.title',
    title: 'row.title',
    detail: 'row.status',
    shown: `row.status <> 'withdrawn'`,
    shortest: 3,
  },
  { kind: 'form', from: 'forms', words: 'row.name', title: 'row.name', detail: 'row.category' },
  {
    kind: 'document',
    from: 'knowledge_documents',
    words: 'row.name',
    title: 'row.name',
    detail: 'collection.name',
    parent: 'row.collection_id',
    joins: `join knowledge_collections as collection
      on collection.account_id = row.account_id and collection.id = row.collection_id`,
  },
  { kind: 'skill', from: 'skills', words: 'row.name', title: 'row.name', detail: 'null' },
  {
    kind: 'endpoint',
    from: 'webhook_endpoints',
    words: `coalesce(row.name || ' ', '') || row.url`,
    title: 'coalesce(row.name, row.url)',
    detail: 'case when row.name is not null then row.url end',
    shown: 'row.deleted_at is null and not row.is_managed',
  },
  {
    kind: 'app',
    from: 'oauth_apps',
    id: 'client_id',
    words: `row.name || ' ' || row.client_id`,
    title: 'row.name',
    detail: 'row.client_id',
    shown: 'row.deleted_at is null',
  },
  {
    kind: 'key',
    from: 'api_keys',
    words: `row.name || ' ' || row.last4`,
    title: 'row.name',
    detail: `'… ' || row.last4`,
  },
  {
    kind: 'seat',
    from: 'seats',
    words: `row.device_name || coalesce(' ' || row.device_serial, '')`,
    title: 'row.device_name',
    detail: 'wearer.full_name',
    joins: 'left join users as wearer on wearer.account_id = row.account_id and wearer.id = row.user_id',
  },
  {
    kind: 'integration',
    from: 'integrations',
    words: 'row.provider',
    title: 'row.provider',
    detail: `'… ' || row.last4`,
  },
];

export async function findRecordsByName(
  db: Queryable,
  account_id: string,
  typed: string,
  shows: (kind: RecordKind) => boolean,
): Promise<SearchHit[]> {
  const parts = SEARCHED_KINDS.filter(({ kind }) => shows(kind)).map((one) =>
    partOf(db, account_id, typed, one),
  );
  return runUnionOfSearches(db, parts);
}

function partOf(db: Queryable, account_id: string, typed: string, named: SearchedKind): Fragment {
  const { kind, from, words, title, detail, parent = 'null', id = 'id', joins = '', shown = 'true' } = named;
  return db`(
    select
      ${db.unsafe(`'${kind}'`)} as kind,
      row.${db.unsafe(id)}::text as id,
      ${db.unsafe(title)} as title,
      ${db.unsafe(detail)}::text as detail,
      ${db.unsafe(parent)}::uuid as parent_id
    from (
      select row.*
      from ${db.unsafe(from)} as row
      where row.account_id = ${account_id}
        and ${db.unsafe(shown)}
        and search_words(row.account_id, ${db.unsafe(words)})
          @@ (select search_query(${account_id}, ${hideFromPlanner(db, 'text', typed)}, ${named.shortest ?? 1}))
      limit ${MATCHES}
    ) as row
    ${db.unsafe(joins)}
    order by row.created_at desc
    limit ${MOST}
  )`;
}
