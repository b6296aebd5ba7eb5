import type { Queryable } from '../../../lib/sql/sql.ts';
import type { AccountCounts, ApiCallDay, WaitingAppReviewCount } from '../contract.ts';

// across accounts: staff review the apps of all accounts
export async function countWaitingAppReviews(db: Queryable): Promise<WaitingAppReviewCount> {
  const [counted] = await db<[WaitingAppReviewCount]>`
    select count(*)::int as waiting, min(review.submitted_at) as oldest_at
    from oauth_app_reviews as review
    join oauth_apps as app
      on app.account_id = review.account_id
      and app.client_id = review.client_id
      and app.deleted_at is null
    where review.decision is null`;
  return counted;
}

// across accounts: staff see all accounts
export async function countPlatformAccounts(db: Queryable, since: Date): Promise<AccountCounts> {
  const [counted] = await db<[AccountCounts]>`
    select
      count(*)::int as total,
      count(*) filter (where account.state = 'suspended')::int as suspended,
      count(*) filter (where account.created_at >= ${since})::int as fresh
    from accounts as account`;
  return counted;
}

// across accounts: staff see the mails of all accounts
export async function countAbandonedMails(db: Queryable, since: Date): Promise<number> {
  const [counted] = await db<[{ mails: number }]>`
    select count(*)::int as mails
    from mails as mail
    where mail.state = 'given_up'
      and mail.ended_at >= ${since}`;
  return counted.mails;
}

/** Sums the daily rollups of all accounts, which is faster than a scan of the request log. */
// across accounts: staff see the requests of all accounts
export async function listPlatformCallDays(
  db: Queryable,
  { since, now }: { since: Date; now: Date },
): Promise<ApiCallDay[]> {
  return db<ApiCallDay[]>`
    select
      to_char(each.day, 'YYYY-MM-DD') as day,
      coalesce(asked.calls, 0) as calls,
      coalesce(asked.errors, 0) as errors
    from generate_series(${since}::timestamptz::date, ${now}::timestamptz::date, interval '1 day') as each (day)
    left join (
      select counted.day, sum(counted.calls)::int as calls, sum(counted.errors)::int as errors
      from request_days as counted
      where counted.day >= ${since}::timestamptz::date
      group by counted.day
    ) as asked
      on asked.day = each.day
    order by each.day`;
}
