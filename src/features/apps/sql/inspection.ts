import type { Queryable } from '../../../lib/sql/sql.ts';
import type { PastReview, AppReach, AppForStaff, AppFilterForStaff } from '../contract.ts';

// across accounts: platform staff review the apps of all accounts
export async function listAppsForStaff(
  db: Queryable,
  { state, search, limit, offset }: AppFilterForStaff,
): Promise<AppForStaff[]> {
  return db<AppForStaff[]>`
    select
      app.client_id,
      app.name,
      json_build_object('id', owner.id, 'name', owner.name) as account,
      app.status,
      app.scopes,
      review.submitted_at,
      app.created_at
    from oauth_apps as app
    join accounts as owner
      on owner.id = app.account_id
    left join oauth_app_reviews as review
      on review.account_id = owner.id
      and review.client_id = app.client_id
      and review.decision is null
    where app.deleted_at is null
      ${state === undefined || state === 'waiting' ? db`` : db`and app.status = ${state}`}
      ${state === 'waiting' ? db`and review.id is not null` : db``}
      ${
        search === undefined
          ? db``
          : db`and strpos(lower(app.name || ' ' || owner.name || ' ' || app.client_id), lower(${search})) > 0`
      }
    order by review.submitted_at nulls last, app.created_at desc, app.client_id
    limit ${limit}
    offset ${offset}`;
}

/** Lists the reviews of an app, newest first. Reviews of earlier versions have no stored submission. */
export async function listReviewsForStaff(
  db: Queryable,
  account_id: string,
  client_id: string,
): Promise<PastReview[]> {
  return db<PastReview[]>`
    select
      review.submitted_at,
      person.full_name as submitted_by,
      review.decision,
      review.notes,
      review.decided_at,
      review.submitted
    from oauth_app_reviews as review
    left join users as person
      on person.account_id = ${account_id}
      and person.id = review.submitted_by
    where review.account_id = ${account_id}
      and review.client_id = ${client_id}
    order by review.id desc
    limit 50`;
}

// across accounts: a suspension ends consents of all accounts
export async function countAppReach(db: Queryable, client_id: string, now: Date): Promise<AppReach> {
  const [count] = await db<[AppReach]>`
    with given as (
      select consent.account_id, consent.id
      from oauth_grants as consent
      where consent.client_id = ${client_id}
        and consent.revoked_at is null
    )
    select
      (select count(distinct given.account_id)::int from given) as accounts,
      (select count(*)::int from given) as grants,
      (
        select count(*)::int
        from oauth_access_tokens as token
        join given
          on given.account_id = token.account_id
          and given.id = token.grant_id
        where token.expires_at > ${now}
          and token.revoked_at is null
      ) + (
        select count(*)::int
        from oauth_refresh_tokens as token
        join given
          on given.account_id = token.account_id
          and given.id = token.grant_id
        where token.expires_at > ${now}
          and token.rotated_at is null
      ) as tokens`;
  return count;
}
