import type { Fragment, Queryable } from '../../../lib/sql/sql.ts';
import type { AttentionCounts, ApiCallDay, SetupSteps } from '../contract.ts';

export type ChartPeriod = { since: Date; now: Date; zone: string };

/** `read` is the number of this day's deliveries among the rows that the limit allowed to read. */
export type DeliveryDayRow = { day: string; read: number; delivered: number; failed: number };

/** Counts deliveries per day; reads only the newest `most` deliveries. */
export async function listDeliveryDays(
  db: Queryable,
  account_id: string,
  { first_id, most, ...span }: ChartPeriod & { first_id: string; most: number },
): Promise<DeliveryDayRow[]> {
  return db<DeliveryDayRow[]>`
    select
      to_char(each.day, 'YYYY-MM-DD') as day,
      coalesce(sent.read, 0) as read,
      coalesce(sent.delivered, 0) as delivered,
      coalesce(sent.failed, 0) as failed
    from ${eachDay(db, span)}
    left join (
      select
        date_trunc('day', delivery.created_at at time zone ${span.zone}) as day,
        count(*)::int as read,
        count(*) filter (where delivery.state = 'delivered')::int as delivered,
        count(*) filter (where delivery.state = 'failed')::int as failed
      from (
        select delivery.created_at, delivery.state
        from webhook_deliveries as delivery
        where delivery.account_id = ${account_id}
          and delivery.event_id >= ${first_id}
        order by delivery.event_id desc
        limit ${most}
      ) as delivery
      group by 1
    ) as sent using (day)
    order by each.day`;
}

/** Reads API calls per day from a rollup whose days are UTC days, not days of `zone`. */
export async function listAccountCallDays(
  db: Queryable,
  account_id: string,
  span: ChartPeriod,
): Promise<ApiCallDay[]> {
  return db<ApiCallDay[]>`
    select
      to_char(each.day, 'YYYY-MM-DD') as day,
      coalesce(asked.calls, 0) as calls,
      coalesce(asked.errors, 0) as errors
    from ${eachDay(db, span)}
    left join request_days as asked
      on asked.account_id = ${account_id}
      and asked.day = each.day
    order by each.day`;
}

/** SQL set of all days of the span, so that days without rows appear in the result too. */
function eachDay(db: Queryable, { since, now, zone }: ChartPeriod): Fragment {
  return db`generate_series(
      date_trunc('day', ${since}::timestamptz at time zone ${zone}),
      date_trunc('day', ${now}::timestamptz at time zone ${zone}),
      interval '1 day'
    ) as each (day)`;
}

/**
 * Counts overdue tasks up to `most`. The order by `due_date` makes PostgreSQL use the partial index of unfinished
 * tasks.
 */
export async function countOverdueTasks(
  db: Queryable,
  account_id: string,
  { now, most }: { now: Date; most: number },
): Promise<number> {
  const [overdue] = await db<[{ count: number }]>`
    select count(*)::int as count
    from (
      select
      from tasks as task
      where task.account_id = ${account_id}
        and task.status in ('open', 'in_progress')
        and task.due_date < ${now}
      order by task.due_date
      limit ${most}
    ) as overdue`;
  return overdue.count;
}

export async function readSetupSteps(db: Queryable, account_id: string): Promise<SetupSteps> {
  const [steps] = await db<[SetupSteps]>`
    select
      exists (
        select 1
        from users as person
        where person.account_id = ${account_id}
        offset 1
      ) as invited,
      exists (
        select 1
        from seats as seat
        where seat.account_id = ${account_id}
      ) as seat,
      exists (
        select 1
        from seats as seat
        where seat.account_id = ${account_id}
          and seat.device_token_hash is not null
      ) as paired,
      exists (
        select 1
        from sessions as session
        where session.account_id = ${account_id}
          and session.deleted_at is null
      ) as first_session,
      exists (
        select 1
        from api_keys as key
        where key.account_id = ${account_id}
      ) as key,
      exists (
        select 1
        from api_keys as key
        where key.account_id = ${account_id}
          and key.last_used_at is not null
      ) as first_call,
      exists (
        select 1
        from webhook_endpoints as endpoint
        where endpoint.account_id = ${account_id}
          and endpoint.deleted_at is null
      ) as endpoint,
      exists (
        select 1
        from webhook_deliveries as delivery
        where delivery.account_id = ${account_id}
          and delivery.state = 'delivered'
      ) as first_event`;
  return steps;
}

/** Finds the newest endpoint that a user of the account created; endpoints of automation platforms are excluded. */
export async function findNewestEndpointId(db: Queryable, account_id: string): Promise<string | null> {
  const [endpoint] = await db<{ id: string }[]>`
    select endpoint.id
    from webhook_endpoints as endpoint
    where endpoint.account_id = ${account_id}
      and endpoint.deleted_at is null
      and not endpoint.is_managed
    order by endpoint.created_at desc, endpoint.id desc
    limit 1`;
  return endpoint?.id ?? null;
}

/** Reads the items that need an admin's attention. Counts of deletions and procedures stop at `most`. */
export async function readAttentionCounts(
  db: Queryable,
  account_id: string,
  { now, soon, keys_soon, most }: { now: Date; soon: Date; keys_soon: Date; most: number },
): Promise<AttentionCounts> {
  const countUpTo = (rows: Fragment) => db`(select count(*)::int from (${rows} limit ${most}) as counted)`;
  const deletionsOf = (state: 'queued' | 'failed') => db`
    select
    from core_deletions as deletion
    where deletion.account_id = ${account_id}
      and deletion.state = ${state}`;
  const pending = db`
    select
    from procedures as procedure
    where procedure.account_id = ${account_id}
      and procedure.status = 'pending'`;
  const [attention] = await db<[AttentionCounts]>`
    select
      ${countUpTo(deletionsOf('queued'))} as queued_deletions,
      ${countUpTo(deletionsOf('failed'))} as failed_deletions,
      (
        select count(*)::int
        from invitations as invitation
        where invitation.account_id = ${account_id}
          and invitation.accepted_at is null
          and invitation.expires_at between ${now} and ${soon}
      ) as expiring_invitations,
      (
        select count(*)::int
        from api_keys as key
        where key.account_id = ${account_id}
          and key.revoked_at is null
          and key.expires_at > ${now}
          and key.expires_at <= ${keys_soon}
      ) as ending_keys,
      ${countUpTo(pending)} as pending_procedures`;
  return attention;
}
