-- Accounts that are to be deleted, and the proof that they were: it stays when the account is gone and names no person.
create table account_removals (
  account_id uuid not null,
  id uuid not null,
  requested_at timestamptz(3) not null,
  requested_by text not null check (requested_by in ('admin', 'staff', 'operator')),
  staff_id uuid,
  -- The moment that was announced.
  due_at timestamptz(3) not null,
  cancelled_at timestamptz(3),
  started_at timestamptz(3),
  -- When the worker goes on.
  next_at timestamptz(3) not null,
  finished_at timestamptz(3),
  -- Rows by table, and files.
  removed jsonb not null default '{}',
  primary key (account_id, id)
);

alter table account_removals enable row level security;
create policy same_account on account_removals using (account_id = current_account());
create unique index account_removals_open on account_removals (account_id) where cancelled_at is null;
create index account_removals_due on account_removals (next_at) where cancelled_at is null and finished_at is null;

-- What refers to a row is found by these when the row leaves. Not concurrently, since that cannot be part of a
-- migration's transaction: a second for a million rows.
create index tasks_by_session on tasks (account_id, session_id) where session_id is not null;
-- Not concurrently, for the same reason.
create index sessions_by_task on sessions (account_id, task_id) where task_id is not null;
-- Not concurrently, for the same reason.
create index oauth_grants_of_app on oauth_grants (client_id);
-- Not concurrently, for the same reason.
create index email_addresses_by_account on email_addresses (account_id);
