import type { Fragment, Queryable } from './sql.ts';

/** Formats a time inside JSON as the API does, because the JSON functions of PostgreSQL use another format. */
export function isoTime(db: Queryable, time: Fragment): Fragment {
  return db`to_char(${time} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
}
