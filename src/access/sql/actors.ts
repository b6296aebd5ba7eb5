import type { Fragment, Queryable } from '../../lib/sql/sql.ts';

/** The actor of a row named `entry` with `actor_kind` and `actor_id`, joined by `joinActor`. The name can be null. */
// across accounts: a column of a statement that filters by account
export function actorOfEntry(db: Queryable): Fragment {
  return db`
    json_build_object(
      'kind', entry.actor_kind,
      'id', entry.actor_id,
      'name', coalesce(person.full_name, key.name, integration.provider, app.name)
    )`;
}

/** Joins the tables of the actors of an account: users, API keys, integrations and connected apps. */
export function joinActor(db: Queryable, account_id: string): Fragment {
  return db`
    left join users as person
      on person.account_id = ${account_id}
      and person.id = entry.actor_id
    left join api_keys as key
      on key.account_id = ${account_id}
      and key.id = entry.actor_id
    left join integrations as integration
      on integration.account_id = ${account_id}
      and integration.id = entry.actor_id
    left join oauth_grants as given
      on given.account_id = ${account_id}
      and given.id = entry.actor_id
    left join oauth_apps as app
      on app.client_id = given.client_id`;
}
