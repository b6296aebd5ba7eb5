-- The role that row level security holds for: it owns nothing. Made here where the server allows it; where
-- it does not, an administrator makes it once by hand.
do $$
begin
  create role tenant_ops_restricted nologin;
exception
  when duplicate_object or unique_violation then null;
  when insufficient_privilege then raise notice 'role tenant_ops_restricted not created';
end
$$;

do $$
begin
  execute format('grant tenant_ops_restricted to %I', current_user);
  grant usage on schema public to tenant_ops_restricted;
  alter default privileges in schema public grant select, insert, update, delete on tables to tenant_ops_restricted;
exception
  when undefined_object or insufficient_privilege then raise notice 'role tenant_ops_restricted not granted';
end
$$;

create function current_account() returns uuid
  language sql stable
  return nullif(current_setting('app.account_id', true), '')::uuid;

create table accounts (
  id uuid primary key,
  name text not null,
  state text not null default 'active' check (state in ('active', 'suspended')),
  created_at timestamptz(3) not null
);

alter table accounts enable row level security;
create policy same_account on accounts using (id = current_account());

-- Directory: an address tells whose it is before the account is known. No account: platform staff.
create table email_addresses (
  email text primary key check (email = lower(email)),
  account_id uuid,
  user_id uuid not null
);

create table users (
  account_id uuid not null references accounts (id),
  id uuid not null,
  email text not null check (email = lower(email)),
  full_name text not null,
  is_admin boolean not null,
  status text not null default 'active' check (status in ('active', 'inactive')),
  password_hash text,
  created_at timestamptz(3) not null,
  primary key (account_id, id),
  unique (account_id, email)
);

alter table users enable row level security;
create policy same_account on users using (account_id = current_account());

create table staff (
  id uuid primary key,
  email text not null unique check (email = lower(email)),
  full_name text not null,
  password_hash text not null,
  created_at timestamptz(3) not null
);

revoke all on staff from public;
do $$
begin
  revoke all on staff from tenant_ops_restricted;
exception
  when undefined_object then null;
end
$$;

create table api_keys (
  account_id uuid not null references accounts (id),
  id uuid not null,
  name text not null,
  token_hash bytea not null,
  last4 text not null,
  scopes text[] not null,
  created_by uuid,
  created_at timestamptz(3) not null,
  last_used_at timestamptz(3),
  revoked_at timestamptz(3),
  primary key (account_id, id),
  unique (account_id, token_hash),
  foreign key (account_id, created_by) references users (account_id, id)
);

alter table api_keys enable row level security;
create policy same_account on api_keys using (account_id = current_account());

create table seats (
  account_id uuid not null references accounts (id),
  id uuid not null,
  user_id uuid,
  device_name text not null,
  roles text[] not null check (roles <@ array['trainer', 'trainee'] and cardinality(roles) >= 1),
  device_token_hash bytea,
  device_token_last4 text,
  created_at timestamptz(3) not null,
  primary key (account_id, id),
  unique (account_id, device_token_hash),
  foreign key (account_id, user_id) references users (account_id, id)
);

alter table seats enable row level security;
create policy same_account on seats using (account_id = current_account());

create table idempotency_keys (
  account_id uuid not null references accounts (id),
  credential_id uuid not null,
  key text not null,
  fingerprint text not null,
  claim_id uuid not null,
  claimed_at timestamptz(3) not null,
  status integer,
  answer text,
  primary key (account_id, credential_id, key)
);

alter table idempotency_keys enable row level security;
create policy same_account on idempotency_keys using (account_id = current_account());
create index idempotency_keys_by_age on idempotency_keys (claimed_at);
