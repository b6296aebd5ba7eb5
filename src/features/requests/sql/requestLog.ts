import { isUuid } from '../../../lib/ids.ts';
import {
  selectAllMatchingRows,
  searchLog,
  type SearchableLog,
  type LogFilter,
  type SearchedPage,
} from '../../../lib/sql/logSearch.ts';
import {
  transaction,
  type Database,
  type Fragment,
  type Queryable,
  type Transaction,
} from '../../../lib/sql/sql.ts';
import type { LoggedRequest, RequestDetail, RequestFilter, RequestSeriesStep } from '../contract.ts';

export type RequestRow = {
  account_id: string;
  id: string;
  request_id: string;
  method: string;
  path: string;
  query: string;
  status: number;
  error: string | null;
  ms: number;
  credential_id: string;
  client_id: string | null;
  refusal: LoggedRequest['refusal'];
  address: string;
  user_agent: string;
  request_body: string | null;
  answer_body: string | null;
  created_at: Date;
};

/** Inserts requests and their daily counters. The fixed order of accounts prevents deadlocks between batches. */
// across accounts: a batch contains the requests of all accounts in the last second
export async function insertRequests(db: Database, rows: readonly RequestRow[]): Promise<void> {
  const of_accounts = [...Map.groupBy(rows, ({ account_id }) => account_id)].toSorted(([one], [other]) =>
    one.localeCompare(other),
  );
  await transaction(db, (tx) =>
    Promise.all(of_accounts.map(([account_id, some]) => insertOf(tx, account_id, some))),
  );
}

/** Inserts requests with a select from the account's row, so that nothing is inserted for a removed account. */
async function insertOf(tx: Transaction, account_id: string, rows: readonly RequestRow[]): Promise<void> {
  const days = Map.groupBy(rows, ({ created_at }) => created_at.toISOString().slice(0, 10));
  await Promise.all([
    tx`
      insert into request_log (
        account_id, id, request_id, method, path, query, status, error, ms, credential_id, client_id, refusal,
        address, user_agent, request_body, answer_body, created_at
      )
      select
        account.id, row.id, row.request_id, row.method, row.path, row.query, row.status, row.error, row.ms,
        row.credential_id, row.client_id, row.refusal, row.address, row.user_agent, row.request_body,
        row.answer_body, row.created_at
      from accounts as account
      cross join json_populate_recordset(null::request_log, ${JSON.stringify(rows)}) as row
      where account.id = ${account_id}`,
    ...[...days].map(([day, some]) => addToDay(tx, account_id, day, some)),
  ]);
}

async function addToDay(
  tx: Transaction,
  account_id: string,
  day: string,
  rows: readonly RequestRow[],
): Promise<void> {
  const errors = rows.filter(({ status }) => status >= 400).length;
  await tx`
    insert into request_days as counted (account_id, day, calls, errors)
    select account.id, ${day}::date, ${rows.length}::int, ${errors}::int
    from accounts as account
    where account.id = ${account_id}
    on conflict (account_id, day) do update
      set calls = counted.calls + excluded.calls,
          errors = counted.errors + excluded.errors`;
}

type Narrowing = Pick<
  RequestFilter,
  'outcome' | 'status' | 'method' | 'path' | 'key_id' | 'client_id' | 'request_id'
>;

type RequestRange = Narrowing & {
  /** The id range of the time range. Ids contain their time, so only partitions of these days are read. */
  first_id: string | undefined;
  end_id: string | undefined;
};

const LOG: SearchableLog = { table: 'request_log', row: 'request', order: ['id'] };

/** Lists logged requests, newest first. */
export function listRequests(
  db: Queryable,
  account_id: string,
  { limit, offset, ...range }: RequestRange & { limit: number; offset: number },
): Promise<SearchedPage<LoggedRequest>> {
  const select = (rows: Fragment) => selectRequests(db, account_id, rows);
  return searchLog(db, LOG, filterOf(db, account_id, range), { limit, offset, select });
}

/** Selects all matching requests, without paging. */
export function selectAllRequests(db: Queryable, account_id: string, range: RequestRange): Fragment {
  return selectRequests(db, account_id, selectAllMatchingRows(db, LOG, filterOf(db, account_id, range)));
}

function selectRequests(db: Queryable, account_id: string, rows: Fragment): Fragment {
  return db`
    select ${requestColumns(db)}
    from (${rows}) as request
    ${withCaller(db, account_id)}
    order by request.id desc`;
}

export async function findRequest(
  db: Queryable,
  account_id: string,
  id: string,
): Promise<RequestDetail | undefined> {
  const [request] = await db<RequestDetail[]>`
    select
      ${requestColumns(db)},
      request.query,
      request.address,
      request.user_agent,
      request.request_body,
      request.answer_body
    from request_log as request
    ${withCaller(db, account_id)}
    where request.account_id = ${account_id}
      and request.id = ${id}`;
  return request;
}

/** Returns the last id of the next page of the log; undefined at the end of the log. */
export async function findLastIdOfPage(
  db: Database,
  account_id: string,
  after_id: string,
  limit: number,
): Promise<string | undefined> {
  const [page] = await db<{ last_id: string | null }[]>`
    select max(page.id::text) as last_id
    from (
      select request.id
      from request_log as request
      where request.account_id = ${account_id}
        and request.id > ${after_id}
      order by request.id
      limit ${limit}
    ) as page`;
  return page?.last_id ?? undefined;
}

type Erasing = {
  after_id: string;
  last_id: string;
  /** Texts to find anywhere, in lower case. */
  spellings: readonly string[];
  /** Texts to find only at the end of a truncated text, in lower case. */
  remainders: readonly string[];
};

export async function emptyRequestsContaining(
  db: Database,
  account_id: string,
  { after_id, last_id, spellings, remainders }: Erasing,
): Promise<void> {
  await db`
    update request_log as request
    set query = '',
        request_body = null,
        answer_body = null
    where request.account_id = ${account_id}
      and request.id > ${after_id}
      and request.id <= ${last_id}
      and (
        exists (
          select
          from unnest(${[...spellings]}::text[]) as spelling
          where strpos(lower(concat_ws(' ', request.query, request.request_body, request.answer_body)), spelling) > 0
        )
        or exists (
          select
          from unnest(array[request.query, request.request_body, request.answer_body]) as kept (text),
            unnest(${[...remainders]}::text[]) as remainder
          where right(kept.text, 1) = '…'
            and right(lower(kept.text), length(remainder)) = remainder
        )
      )`;
}

export type SeriesGrid = { first: Date; last: Date; step_ms: number; first_id: string };

export async function listSeriesSteps(
  db: Queryable,
  account_id: string,
  narrowing: Narrowing,
  { first, last, step_ms, first_id }: SeriesGrid,
): Promise<RequestSeriesStep[]> {
  const step = `${step_ms} milliseconds`;
  return db<RequestSeriesStep[]>`
    select
      each.at,
      coalesce(asked.ok, 0) as ok,
      coalesce(asked.refused, 0) as refused,
      coalesce(asked.failed, 0) as failed,
      asked.p95_ms
    from generate_series(${first}::timestamptz, ${last}::timestamptz, ${step}::interval) as each (at)
    left join (
      select
        date_bin(${step}::interval, request.created_at, ${first}::timestamptz) as at,
        count(*) filter (where request.status < 400)::int as ok,
        count(*) filter (where request.status between 400 and 499)::int as refused,
        count(*) filter (where request.status >= 500)::int as failed,
        round(percentile_disc(0.95) within group (order by request.ms)::numeric, 1)::float8 as p95_ms
      from (${selectAllMatchingRows(db, LOG, filterOf(db, account_id, { ...narrowing, first_id, end_id: undefined }))}) as request
      group by 1
    ) as asked using (at)
    order by each.at`;
}

function filterOf(
  db: Queryable,
  account_id: string,
  { first_id, end_id, outcome, status, method, path, key_id, client_id, request_id }: RequestRange,
): LogFilter {
  const is_error = (status ?? 0) >= 400 || outcome === 'refused' || outcome === 'failed';
  return {
    range: db`
      request.account_id = ${account_id}
      ${first_id === undefined ? db`` : db`and request.id >= ${first_id}`}
      ${end_id === undefined ? db`` : db`and request.id < ${end_id}`}`,
    indexed: [
      request_id === undefined ? undefined : byRequestId(db, request_id.trim()),
      key_id === undefined ? undefined : db`request.credential_id = ${key_id} and request.client_id is null`,
      client_id === undefined ? undefined : db`request.client_id = ${client_id}`,
      is_error ? db`request.status >= 400` : undefined,
    ],
    others: [
      outcome === undefined ? undefined : statusesOf(db, outcome),
      status === undefined ? undefined : db`request.status = ${status}`,
      method === undefined ? undefined : db`request.method = ${method}`,
      path === undefined ? undefined : db`position(${path} in request.path) > 0`,
    ],
  };
}

/** Matches nothing if the text is not a UUID, because the indexed column is a UUID. */
function byRequestId(db: Queryable, request_id: string): Fragment {
  return isUuid(request_id) ? db`request.request_id = ${request_id}` : db`false`;
}

function statusesOf(db: Queryable, outcome: NonNullable<Narrowing['outcome']>): Fragment {
  switch (outcome) {
    case 'ok':
      return db`request.status < 400`;
    case 'refused':
      return db`request.status between 400 and 499`;
    case 'failed':
      return db`request.status >= 500`;
  }
}

function withCaller(db: Queryable, account_id: string): Fragment {
  return db`
    left join api_keys as key
      on key.account_id = ${account_id}
      and key.id = request.credential_id
    left join oauth_apps as app
      on app.client_id = request.client_id`;
}

function requestColumns(db: Queryable): Fragment {
  return db`
    request.id,
    request.request_id,
    request.method,
    request.path,
    request.status,
    request.error,
    round(request.ms::numeric, 1)::float8 as ms,
    case
      when request.client_id is null
      then json_build_object('kind', 'key', 'id', request.credential_id, 'name', key.name)
      else json_build_object('kind', 'app', 'id', request.client_id, 'name', app.name)
    end as by,
    request.refusal,
    request.created_at`;
}
