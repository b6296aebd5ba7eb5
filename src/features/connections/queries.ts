import type { Queryable, Transaction } from '../../lib/sql.ts';
import type { Connection } from './contract.ts';

/** The number of live grants that ended. */
export async function disconnectApp(
  tx: Transaction,
  account_id: string,
  client_id: string,
  now: Date,
): Promise<number> {
  const ended = await tx`
    update oauth_grants
    set revoked_at = ${now}
    where account_id = ${account_id}
      and client_id = ${client_id}
      and revoked_at is null`;
  return ended.count;
}

export async function listConnections(db: Queryable, account_id: string): Promise<Connection[]> {
  return db<Connection[]>`
    select
      app.client_id,
      app.name,
      owner.name as owner_name,
      app.homepage,
      array(
        select distinct scope
        from oauth_grants as each
        cross join unnest(each.scopes) as scope
        where each.account_id = ${account_id}
          and each.client_id = app.client_id
          and each.revoked_at is null
          and scope = any (app.scopes)
        order by scope
      ) as scopes,
      min(given.created_at) as connected_at,
      max(given.last_used_at) as last_used_at
    from oauth_grants as given
    join oauth_apps as app
      on app.client_id = given.client_id
    left join accounts as owner
      on owner.id = app.account_id
    where given.account_id = ${account_id}
      and given.revoked_at is null
    group by app.client_id, owner.name
    order by connected_at desc`;
}
