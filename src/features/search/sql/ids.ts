import type { Fragment, Queryable } from '../../../lib/sql/sql.ts';
import { RECORD_KINDS, type SearchHit, type RecordKind } from '../contract.ts';
import { runUnionOfSearches } from './found.ts';
import { KIND_SOURCES, selectHits } from './kinds.ts';

const MOST = 5;

type IdSearch = { id: string; shows: (kind: RecordKind) => boolean; now: Date };

/**
 * Finds the records with an id. An event id can match several deliveries, one per endpoint; any other id matches one
 * record. The id of an app has another form; apps are found by name.
 */
export async function findRecordsById(
  db: Queryable,
  account_id: string,
  { id, shows, now }: IdSearch,
): Promise<SearchHit[]> {
  const kinds = RECORD_KINDS.filter((kind) => kind !== 'app' && shows(kind));
  const parts = kinds.map((kind) =>
    selectHits(db, account_id, { kind, rows: rowsById(db, account_id, id, kind), now }),
  );
  return runUnionOfSearches(db, parts);
}

function rowsById(db: Queryable, account_id: string, value: string, kind: RecordKind): Fragment {
  const { from, id = 'id', shown = 'true' } = KIND_SOURCES[kind];
  return db`(
    select row.*
    from ${db.unsafe(from)} as row
    where row.account_id = ${account_id}
      and row.${db.unsafe(id)} = ${value}
      and ${db.unsafe(shown)}
    limit ${MOST}
  )`;
}
