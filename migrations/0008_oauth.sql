-- Directory: a client_id is what tells whose app it is, and customers of other accounts connect it. Everybody
-- may find an app; only its owner may change it.
create table oauth_apps (
  client_id text primary key,
  account_id uuid not null references accounts (id),
  name text not null,
  description text not null,
  homepage text not null,
  redirect_uris text[] not null check (cardinality(redirect_uris) >= 1),
  scopes text[] not null check (cardinality(scopes) >= 1),
  status text not null default 'development' check (status in ('development', 'active', 'suspended')),
  secret_hash bytea not null,
  secret_last4 text not null,
  created_by uuid,
  created_at timestamptz(3) not null,
  deleted_at timestamptz(3),
  foreign key (account_id, created_by) references users (account_id, id)
);

create index oauth_apps_by_owner on oauth_apps (account_id, created_at desc);

alter table oauth_apps enable row level security;
create policy found_by_all on oauth_apps for select using (true);
create policy same_account on oauth_apps using (account_id = current_account());

create table oauth_app_reviews (
  account_id uuid not null references accounts (id),
  id uuid not null,
  client_id text not null references oauth_apps (client_id),
  submitted_by uuid,
  submitted_at timestamptz(3) not null,
  decision text check (decision in ('approved', 'sent_back', 'withdrawn')),
  notes text,
  decided_at timestamptz(3),
  primary key (account_id, id),
  foreign key (account_id, submitted_by) references users (account_id, id),
  check ((decision is null) = (decided_at is null))
);

create unique index oauth_app_reviews_pending on oauth_app_reviews (account_id, client_id) where decision is null;

alter table oauth_app_reviews enable row level security;
create policy same_account on oauth_app_reviews using (account_id = current_account());

-- One consent of one customer; every token hangs on it and dies with it.
create table oauth_grants (
  account_id uuid not null references accounts (id),
  id uuid not null,
  client_id text not null references oauth_apps (client_id),
  user_id uuid not null,
  scopes text[] not null,
  created_at timestamptz(3) not null,
  last_used_at timestamptz(3),
  revoked_at timestamptz(3),
  primary key (account_id, id),
  foreign key (account_id, user_id) references users (account_id, id)
);

create index oauth_grants_live on oauth_grants (account_id, client_id) where revoked_at is null;
create index oauth_grants_by_app on oauth_grants (client_id) where revoked_at is null;

alter table oauth_grants enable row level security;
create policy same_account on oauth_grants using (account_id = current_account());

-- What a browser was sent to ask for. Allowed, it holds the hash of its code; redeemed, the grant it became.
create table oauth_authorizations (
  account_id uuid not null references accounts (id),
  id uuid not null,
  client_id text not null references oauth_apps (client_id),
  user_id uuid not null,
  browser_session_id uuid not null,
  redirect_uri text not null,
  scopes text[] not null,
  state text,
  code_challenge text not null,
  created_at timestamptz(3) not null,
  decision text check (decision in ('allowed', 'denied')),
  decided_at timestamptz(3),
  code_hash bytea,
  redeemed_at timestamptz,
  answered_at timestamptz,
  grant_id uuid,
  primary key (account_id, id),
  unique (account_id, code_hash),
  foreign key (account_id, user_id) references users (account_id, id),
  foreign key (account_id, grant_id) references oauth_grants (account_id, id)
);

create index oauth_authorizations_by_age on oauth_authorizations (created_at);

alter table oauth_authorizations enable row level security;
create policy same_account on oauth_authorizations using (account_id = current_account());

create table oauth_access_tokens (
  account_id uuid not null references accounts (id),
  id uuid not null,
  grant_id uuid not null,
  token_hash bytea not null,
  scopes text[] not null,
  created_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  revoked_at timestamptz(3),
  primary key (account_id, id),
  unique (account_id, token_hash),
  foreign key (account_id, grant_id) references oauth_grants (account_id, id)
);

create index oauth_access_tokens_by_age on oauth_access_tokens (expires_at);

alter table oauth_access_tokens enable row level security;
create policy same_account on oauth_access_tokens using (account_id = current_account());

create table oauth_refresh_tokens (
  account_id uuid not null references accounts (id),
  id uuid not null,
  grant_id uuid not null,
  token_hash bytea not null,
  created_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  rotated_at timestamptz,
  answered_at timestamptz,
  primary key (account_id, id),
  unique (account_id, token_hash),
  foreign key (account_id, grant_id) references oauth_grants (account_id, id)
);

create index oauth_refresh_tokens_by_age on oauth_refresh_tokens (expires_at);

alter table oauth_refresh_tokens enable row level security;
create policy same_account on oauth_refresh_tokens using (account_id = current_account());
