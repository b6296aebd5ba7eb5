import type { Fragment, Queryable } from '../../lib/sql/sql.ts';
import type { AppConnection } from './contract.ts';

/**
 * `owner_name` is set for reviewed apps only. For other apps, the caller looks up the name of the account `owner_id`.
 */
export type AppConnectionRow = AppConnection & { owner_id: string };

export async function findAccountName(db: Queryable, account_id: string): Promise<string | null> {
  const [owner] = await db<{ name: string }[]>`
    select owner.name
    from accounts as owner
    where owner.id = ${account_id}`;
  return owner?.name ?? null;
}

/**
 * Lists each app with access to the account: consents, codes that are not yet redeemed, and endpoints that remain after
 * a suspension.
 */
export async function listConnections(
  db: Queryable,
  account_id: string,
  codes_after: Date,
): Promise<AppConnectionRow[]> {
  return db<AppConnectionRow[]>`
    with ${consents(db, account_id, codes_after)}
    select
      app.client_id,
      coalesce(app.reviewed ->> 'name', app.name) as name,
      app.reviewed ->> 'owner_name' as owner_name,
      app.account_id as owner_id,
      coalesce(app.reviewed ->> 'homepage', app.homepage) as homepage,
      case when app.reviewed is null then app.logo else app.reviewed_logo end as logo,
      app.status = 'suspended' as is_suspended,
      array(
        select distinct scope
        from consent as each
        cross join unnest(each.scopes) as scope
        where each.client_id = app.client_id
          and scope = any (app.scopes)
        order by scope
      ) as scopes,
      (
        select coalesce(json_agg(
          json_build_object('id', endpoint.id, 'url', endpoint.url, 'events', endpoint.events)
          order by endpoint.created_at, endpoint.id
        ), '[]')
        from webhook_endpoints as endpoint
        join oauth_grants as given
          on given.account_id = ${account_id}
          and given.id = endpoint.grant_id
        where endpoint.account_id = ${account_id}
          and endpoint.deleted_at is null
          and given.client_id = app.client_id
      ) as endpoints,
      (
        select coalesce(
          json_agg(
            json_build_object('user_id', person.id, 'name', person.full_name) order by person.full_name, person.id
          ),
          '[]'::json
        )
        from users as person
        where person.account_id = ${account_id}
          and person.id in (select each.user_id from consent as each where each.client_id = app.client_id)
      ) as allowed_by,
      min(consent.created_at) as connected_at,
      max(consent.last_used_at) as last_used_at
    from consent
    join oauth_apps as app
      on app.client_id = consent.client_id
    group by app.client_id
    order by connected_at desc, app.client_id`;
}

function consents(db: Queryable, account_id: string, codes_after: Date): Fragment {
  return db`
    consent as (
      select given.client_id, given.user_id, given.scopes, given.created_at, given.last_used_at
      from oauth_grants as given
      where given.account_id = ${account_id}
        and given.revoked_at is null
      union all
      select asked.client_id, asked.user_id, asked.scopes, asked.decided_at, null
      from oauth_authorizations as asked
      where asked.account_id = ${account_id}
        and asked.decision = 'allowed'
        and asked.decided_at > ${codes_after}
        and asked.redeemed_at is null
        and asked.ended_at is null
      union all
      select given.client_id, given.user_id, '{}', endpoint.created_at, null
      from webhook_endpoints as endpoint
      join oauth_grants as given
        on given.account_id = endpoint.account_id
        and given.id = endpoint.grant_id
      where endpoint.account_id = ${account_id}
        and endpoint.grant_id is not null
        and endpoint.deleted_at is null
    )`;
}
