-- Exact totals that stay cheap. Whoever changes a counted row appends what that changes to count_deltas, in the
-- same statement; a folder moves deltas into cells; a total is cells and deltas, seen in one snapshot.

-- One row for each list of an account. Until in_cells its rows are counted one by one; row_count is null as
-- long as nobody has counted at all.
create table count_ledgers (
  account_id uuid not null references accounts (id),
  counted text not null check (counted in ('tasks', 'sessions')),
  row_count bigint,
  in_cells boolean not null default false,
  checked_at timestamptz(3),
  primary key (account_id, counted)
);

create index count_ledgers_uncounted on count_ledgers (account_id, counted) where row_count is null;

alter table count_ledgers enable row level security;
create policy same_account on count_ledgers using (account_id = current_account());

insert into count_ledgers (account_id, counted)
select account.id, list.counted
from accounts as account
cross join (values ('tasks'), ('sessions')) as list (counted);

-- Append-only, and as big as what is not folded yet. No foreign keys: an account's row would be locked for
-- every change.
create table count_deltas (
  account_id uuid not null,
  counted text not null,
  id uuid not null,
  owner uuid,
  trait text not null,
  at timestamptz(3) not null,
  change integer not null,
  primary key (account_id, counted, id)
) with (
  autovacuum_vacuum_scale_factor = 0,
  autovacuum_vacuum_threshold = 5000,
  autovacuum_vacuum_insert_threshold = -1
);

alter table count_deltas enable row level security;
create policy same_account on count_deltas using (account_id = current_account());

-- Cells of all rows have the owner 0. Every account has months; a cell that is dense is split into the next
-- finer level, and says so in count_splits.
create table count_cells (
  account_id uuid not null,
  counted text not null,
  owner uuid not null,
  level text not null check (level in ('month', 'day', 'hour', 'minute', 'second')),
  starts_at timestamptz(3) not null,
  trait text not null,
  count integer not null,
  primary key (account_id, counted, owner, level, starts_at, trait)
) with (fillfactor = 80);

alter table count_cells enable row level security;
create policy same_account on count_cells using (account_id = current_account());

create table count_splits (
  account_id uuid not null,
  counted text not null,
  owner uuid not null,
  level text not null,
  starts_at timestamptz(3) not null,
  primary key (account_id, counted, owner, level, starts_at)
);

alter table count_splits enable row level security;
create policy same_account on count_splits using (account_id = current_account());

-- Every combination of filters is a few branches, and each branch lies in the order of the list.
create index tasks_by_branch on tasks (account_id, status, source, created_at desc, id desc);
create index tasks_by_assignee on tasks (account_id, assigned_to, status, source, created_at desc, id desc)
  where assigned_to is not null;
create index sessions_by_branch on sessions (account_id, status, role, started_at desc, id desc)
  where deleted_at is null;
