-- A code that nobody has redeemed ends with the consents to its app, and with the person who gave it.
alter table oauth_authorizations add column ended_at timestamptz(3);

-- The consent that an endpoint was subscribed under; and since when its app is suspended.
alter table webhook_endpoints
  add column grant_id uuid,
  add column suspended_at timestamptz(3),
  add foreign key (account_id, grant_id) references oauth_grants (account_id, id);

create index webhook_endpoints_of_apps on webhook_endpoints (account_id, grant_id)
  where grant_id is not null and deleted_at is null;

-- Who subscribed stands in the audit. What was given back in the meantime ends now, as it does from here on.
update webhook_endpoints as endpoint
set grant_id = given.id
from audit_entries as entry
join oauth_grants as given
  on given.account_id = entry.account_id
  and given.id = entry.actor_id
where entry.account_id = endpoint.account_id
  and entry.action = 'endpoint.created'
  and entry.target_id = endpoint.id::text
  and endpoint.is_managed
  and endpoint.deleted_at is null;

update webhook_endpoints as endpoint
set suspended_at = case when app.status = 'suspended' and app.deleted_at is null then given.revoked_at end,
    deleted_at = case when app.status <> 'suspended' or app.deleted_at is not null then given.revoked_at end,
    secret = case when app.status = 'suspended' and app.deleted_at is null then endpoint.secret else '' end
from oauth_grants as given
join oauth_apps as app
  on app.client_id = given.client_id
where given.account_id = endpoint.account_id
  and given.id = endpoint.grant_id
  and given.revoked_at is not null
  and endpoint.deleted_at is null;
