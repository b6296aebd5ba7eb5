create table integrations (
  account_id uuid not null references accounts (id),
  id uuid not null,
  provider text not null,
  token_hash bytea not null,
  last4 text not null,
  created_by uuid,
  created_at timestamptz(3) not null,
  last_used_at timestamptz(3),
  revoked_at timestamptz(3),
  primary key (account_id, id),
  unique (account_id, token_hash),
  foreign key (account_id, created_by) references users (account_id, id)
);

alter table integrations enable row level security;
create policy same_account on integrations using (account_id = current_account());

alter table tasks
  add column integration_id uuid,
  add foreign key (account_id, integration_id) references integrations (account_id, id);

-- An outside system's own reference names one task of its integration; elsewhere it may repeat.
create unique index tasks_of_integration on tasks (account_id, integration_id, external_id)
  where integration_id is not null;
