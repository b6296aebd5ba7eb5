-- A browser that somebody signed in with. One that waits for the second factor is not signed in yet.
create table browser_sessions (
  account_id uuid not null references accounts (id),
  id uuid not null,
  user_id uuid not null,
  token_hash bytea not null,
  awaits_code boolean not null,
  address text not null,
  browser text not null,
  created_at timestamptz(3) not null,
  last_seen_at timestamptz(3) not null,
  ended_at timestamptz(3),
  primary key (account_id, id),
  unique (account_id, token_hash),
  foreign key (account_id, user_id) references users (account_id, id)
);

create index browser_sessions_live on browser_sessions (account_id, user_id) where ended_at is null;
create index browser_sessions_by_age on browser_sessions (last_seen_at);

alter table browser_sessions enable row level security;
create policy same_account on browser_sessions using (account_id = current_account());

-- Directory: failures are counted before anybody knows whose they are; the subject is a hash.
create table sign_in_failures (
  subject bytea primary key,
  failures integer not null,
  since timestamptz(3) not null
);

create index sign_in_failures_by_age on sign_in_failures (since);

create table password_resets (
  account_id uuid not null references accounts (id),
  id uuid not null,
  user_id uuid not null,
  token_hash bytea not null,
  created_at timestamptz(3) not null,
  used_at timestamptz(3),
  primary key (account_id, id),
  unique (account_id, token_hash),
  foreign key (account_id, user_id) references users (account_id, id)
);

alter table password_resets enable row level security;
create policy same_account on password_resets using (account_id = current_account());

-- The secret is sealed; a code counts once, so the last step that passed is kept.
create table second_factors (
  account_id uuid not null references accounts (id),
  user_id uuid not null,
  secret bytea not null,
  last_step bigint not null,
  created_at timestamptz(3) not null,
  confirmed_at timestamptz(3),
  primary key (account_id, user_id),
  foreign key (account_id, user_id) references users (account_id, id)
);

alter table second_factors enable row level security;
create policy same_account on second_factors using (account_id = current_account());

create table recovery_codes (
  account_id uuid not null references accounts (id),
  user_id uuid not null,
  code_hash bytea not null,
  used_at timestamptz(3),
  primary key (account_id, user_id, code_hash),
  foreign key (account_id, user_id) references users (account_id, id)
);

alter table recovery_codes enable row level security;
create policy same_account on recovery_codes using (account_id = current_account());
