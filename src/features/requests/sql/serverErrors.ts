import { firstIdOf } from '../../../lib/ids.ts';
import type { Queryable } from '../../../lib/sql/sql.ts';

export type ServerErrorCount = {
  method: string;
  path: string;
  status: number;
  requests: number;
  last_at: Date;
  last_request_id: string;
};

const MOST_KINDS = 50;

/** Counts the requests since a time that the service answered with 5xx, by operation and status. */
// across accounts: operators look for failures of the service, which do not belong to an account
export function countServerErrors(db: Queryable, since: Date): Promise<ServerErrorCount[]> {
  return db<ServerErrorCount[]>`
    select
      request.method,
      request.path,
      request.status,
      count(*)::int as requests,
      max(request.created_at) as last_at,
      (array_agg(request.request_id order by request.created_at desc))[1] as last_request_id
    from request_log as request
    where request.id >= ${firstIdOf(since)}
      and request.status >= 500
    group by request.method, request.path, request.status
    order by requests desc, request.path
    limit ${MOST_KINDS}`;
}
