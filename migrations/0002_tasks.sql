create table tasks (
  account_id uuid not null references accounts (id),
  id uuid not null,
  title text not null,
  description text,
  status text not null check (status in ('open', 'in_progress', 'completed', 'cancelled')),
  priority text not null check (priority in ('low', 'medium', 'high', 'urgent')),
  source text not null check (source in ('manual', 'api', 'integration')),
  external_id text,
  assigned_to uuid,
  due_date timestamptz(3),
  created_at timestamptz(3) not null,
  completed_at timestamptz(3),
  session_id uuid,
  primary key (account_id, id),
  foreign key (account_id, assigned_to) references users (account_id, id),
  check ((status = 'completed') = (completed_at is not null))
);

create index tasks_by_time on tasks (account_id, created_at desc, id desc);
create index tasks_by_external_id on tasks (account_id, external_id) where external_id is not null;

alter table tasks enable row level security;
create policy same_account on tasks using (account_id = current_account());
