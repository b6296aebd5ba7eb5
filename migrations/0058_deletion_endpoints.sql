-- The deletion endpoint of an account that has one of its own; the others use that of the installation.
create table deletion_endpoints (
  account_id uuid primary key references accounts (id),
  url text not null,
  secret bytea not null,
  updated_at timestamptz(3) not null
);

alter table deletion_endpoints enable row level security;
create policy same_account on deletion_endpoints using (account_id = current_account());

-- The endpoint's Retry-After: no attempt begins before it.
alter table core_deletions add column not_before timestamptz(3);
