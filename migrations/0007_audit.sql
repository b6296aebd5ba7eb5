-- What people and keys did to keys, apps, people, endpoints and sign-ins; rows are added, never changed. Ids
-- are UUIDv7, so the table is partitioned by them as events are.
create table audit_entries (
  account_id uuid not null references accounts (id),
  id uuid not null,
  action text not null,
  actor_kind text not null,
  actor_id uuid,
  target_id text,
  details jsonb not null,
  created_at timestamptz(3) not null,
  primary key (account_id, id)
) partition by range (id);

create table audit_entries_default partition of audit_entries default;

alter table audit_entries enable row level security;
create policy same_account on audit_entries using (account_id = current_account());
alter table audit_entries_default enable row level security;
