-- Who made a task, where it is known; what happened to it since. Rows are added, never changed.
alter table tasks add column created_by_kind text;
alter table tasks add column created_by_id uuid;

create table task_changes (
  account_id uuid not null references accounts (id),
  task_id uuid not null,
  id uuid not null,
  actor_kind text not null,
  actor_id uuid,
  changes jsonb not null,
  created_at timestamptz(3) not null,
  primary key (account_id, task_id, id),
  foreign key (account_id, task_id) references tasks (account_id, id)
);

alter table task_changes enable row level security;
create policy same_account on task_changes using (account_id = current_account());

-- Why a procedure was turned down.
alter table procedures add column review_notes text;
