import type { Fragment, Queryable } from '../../../lib/sql/sql.ts';
import type { AccountDetail, AccountFilter, AccountWithUsage } from '../contract.ts';

export type UsagePeriod = { since: Date; first_id: string };

export type AccountRow = Pick<AccountWithUsage, 'id' | 'name' | 'state' | 'created_at'>;
export type AccountUsage = Omit<AccountWithUsage, 'storage' | keyof AccountRow>;

// across accounts: staff see all accounts
export async function listAccounts(
  db: Queryable,
  { limit, offset, ...filter }: AccountFilter,
): Promise<AccountRow[]> {
  return db<AccountRow[]>`
    select account.id, account.name, account.state, account.created_at
    from accounts as account
    where true
      ${matches(db, filter)}
    order by account.created_at desc, account.id desc
    limit ${limit}
    offset ${offset}`;
}

export async function readAccountUsage(
  db: Queryable,
  account_id: string,
  since: UsagePeriod,
): Promise<AccountUsage> {
  const [usage] = await db<[AccountUsage]>`select ${usageColumns(db, account_id, since)}`;
  return usage;
}

// across accounts: staff see all accounts
export async function countAccounts(
  db: Queryable,
  filter: Pick<AccountFilter, 'state' | 'search'>,
): Promise<number> {
  const [counted] = await db<[{ total: number }]>`
    select count(*)::int as total
    from accounts as account
    where true
      ${matches(db, filter)}`;
  return counted.total;
}

export async function findAccountDetail(
  db: Queryable,
  account_id: string,
  { now, ...since }: UsagePeriod & { now: Date },
): Promise<Omit<AccountDetail, 'days' | 'storage'> | undefined> {
  const [account] = await db<Omit<AccountDetail, 'days' | 'storage'>[]>`
    select
      account.id,
      account.name,
      account.state,
      account.created_at,
      ${usageColumns(db, account_id, since)},
      (
        select count(*)::int
        from api_keys as key
        where key.account_id = ${account_id}
          and key.revoked_at is null
          and (key.expires_at is null or key.expires_at > ${now})
      ) as keys,
      (
        select count(*)::int
        from webhook_endpoints as endpoint
        where endpoint.account_id = ${account_id}
          and endpoint.deleted_at is null
      ) as endpoints,
      (
        select count(distinct given.client_id)::int
        from oauth_grants as given
        where given.account_id = ${account_id}
          and given.revoked_at is null
      ) as connected_apps,
      ${adminsOf(db, account_id)} as admins,
      ${seatsOf(db, account_id)} as seat_list
    from accounts as account
    where account.id = ${account_id}`;
  return account;
}

/** Returns one row for each day from `since` to `now`, including days without activity. */
export async function listUsageDays(
  db: Queryable,
  account_id: string,
  { since, now }: { since: Date; now: Date },
): Promise<AccountDetail['days']> {
  return db<AccountDetail['days']>`
    select
      to_char(day.start at time zone 'UTC', 'YYYY-MM-DD') as day,
      (
        select count(*)::int
        from tasks as task
        where task.account_id = ${account_id}
          and task.created_at >= day.start
          and task.created_at < day.start + interval '1 day'
      ) as tasks,
      (
        select count(*)::int
        from sessions as session
        where session.account_id = ${account_id}
          and session.deleted_at is null
          and session.started_at >= day.start
          and session.started_at < day.start + interval '1 day'
      ) as sessions,
      coalesce(asked.calls, 0) as calls,
      coalesce(asked.errors, 0) as errors
    from generate_series(date_trunc('day', ${since}::timestamptz), ${now}::timestamptz, interval '1 day') as day(start)
    left join request_days as asked
      on asked.account_id = ${account_id}
      and asked.day = day.start::date
    order by day.start`;
}

function matches(db: Queryable, { state, search }: Pick<AccountFilter, 'state' | 'search'>): Fragment {
  return db`
    ${state === undefined ? db`` : db`and account.state = ${state}`}
    ${
      search === undefined
        ? db``
        : db`and strpos(lower(account.name) || ' ' || account.id, lower(${search})) > 0`
    }`;
}

function usageColumns(db: Queryable, account_id: string, { since, first_id }: UsagePeriod): Fragment {
  return db`
    (
      select count(*)::int
      from users as person
      where person.account_id = ${account_id}
        and person.status = 'active'
    ) as people,
    (
      select count(*)::int
      from seats as seat
      where seat.account_id = ${account_id}
    ) as seats,
    ${workColumns(db, account_id, since)},
    (
      select count(*)::int
      from webhook_deliveries as delivery
      where delivery.account_id = ${account_id}
        and delivery.event_id >= ${first_id}
    ) as deliveries,
    (
      select coalesce(sum(asked.calls), 0)::int
      from request_days as asked
      where asked.account_id = ${account_id}
        and asked.day >= ${since}::timestamptz::date
    ) as calls,
    ${lastCall(db, account_id)} as last_call_at,
    ${lastActive(db, account_id)} as last_active_at`;
}

function workColumns(db: Queryable, account_id: string, since: Date): Fragment {
  return db`
    (
      select count(*)::int
      from tasks as task
      where task.account_id = ${account_id}
        and task.created_at >= ${since}
    ) as tasks,
    (
      select count(*)::int
      from sessions as session
      where session.account_id = ${account_id}
        and session.deleted_at is null
        and session.started_at >= ${since}
    ) as sessions,
    (
      select (coalesce(sum(session.duration_seconds), 0) / 60)::int
      from sessions as session
      where session.account_id = ${account_id}
        and session.deleted_at is null
        and session.started_at >= ${since}
    ) as minutes`;
}

function lastActive(db: Queryable, account_id: string): Fragment {
  return db`
    greatest(
      ${lastCall(db, account_id)},
      (
        select max(session.started_at)
        from sessions as session
        where session.account_id = ${account_id}
          and session.deleted_at is null
      ),
      (select max(visit.last_seen_at) from browser_sessions as visit where visit.account_id = ${account_id})
    )`;
}

function lastCall(db: Queryable, account_id: string): Fragment {
  return db`
    greatest(
      (select max(key.last_used_at) from api_keys as key where key.account_id = ${account_id}),
      (select max(given.last_used_at) from oauth_grants as given where given.account_id = ${account_id})
    )`;
}

function adminsOf(db: Queryable, account_id: string): Fragment {
  return db`
    coalesce((
      select json_agg(
        json_build_object(
          'user_id', person.id,
          'full_name', person.full_name,
          'email', person.email,
          'is_invited', person.password_hash is null
        )
        order by person.full_name, person.id
      )
      from users as person
      where person.account_id = ${account_id}
        and person.is_admin
        and person.status = 'active'
    ), '[]')`;
}

function seatsOf(db: Queryable, account_id: string): Fragment {
  return db`
    coalesce((
      select json_agg(
        json_build_object('id', seat.id, 'device_name', seat.device_name, 'user_name', wearer.full_name)
        order by seat.device_name, seat.id
      )
      from seats as seat
      left join users as wearer
        on wearer.account_id = ${account_id}
        and wearer.id = seat.user_id
      where seat.account_id = ${account_id}
    ), '[]')`;
}
