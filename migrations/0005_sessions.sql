create table sessions (
  account_id uuid not null references accounts (id),
  id uuid not null,
  seat_id uuid not null,
  user_id uuid not null,
  task_id uuid,
  role text not null check (role in ('trainer', 'trainee')),
  status text not null check (status in ('in_progress', 'completed', 'failed')),
  session_name text,
  session_description text,
  session_summary text,
  score double precision,
  notes text,
  bundle_name text,
  duration_seconds integer check (duration_seconds >= 0),
  procedure_count integer not null default 0 check (procedure_count >= 0),
  video_url text,
  thumbnail_url text,
  started_at timestamptz(3) not null,
  completed_at timestamptz(3),
  last_seen_at timestamptz(3) not null,
  ended_by text check (ended_by in ('device', 'sweeper')),
  created_at timestamptz(3) not null,
  deleted_at timestamptz(3),
  primary key (account_id, id),
  foreign key (account_id, seat_id) references seats (account_id, id),
  foreign key (account_id, user_id) references users (account_id, id),
  foreign key (account_id, task_id) references tasks (account_id, id),
  check ((status = 'in_progress') = (completed_at is null)),
  check ((status = 'in_progress') = (ended_by is null))
);

alter table sessions enable row level security;
create policy same_account on sessions using (account_id = current_account());

create index sessions_by_time on sessions (account_id, started_at desc, id desc) where deleted_at is null;
create index sessions_by_user on sessions (account_id, user_id, started_at) where deleted_at is null;
create index sessions_running on sessions (last_seen_at) where status = 'in_progress' and deleted_at is null;

alter table tasks add foreign key (account_id, session_id) references sessions (account_id, id);

create table procedures (
  account_id uuid not null references accounts (id),
  id uuid not null,
  session_id uuid not null,
  position integer not null,
  title text not null,
  description text,
  clip_url text,
  thumbnail_url text,
  start_seconds double precision,
  end_seconds double precision,
  status text not null default 'pending' check (status in ('pending', 'approved', 'rejected', 'withdrawn')),
  reviewed_by uuid,
  reviewed_at timestamptz(3),
  created_at timestamptz(3) not null,
  primary key (account_id, id),
  unique (account_id, session_id, position),
  foreign key (account_id, session_id) references sessions (account_id, id),
  foreign key (account_id, reviewed_by) references users (account_id, id)
);

alter table procedures enable row level security;
create policy same_account on procedures using (account_id = current_account());
create index procedures_by_status on procedures (account_id, status, created_at desc, id desc);

-- What the training app must still hear of, or has heard.
create table core_deletions (
  account_id uuid not null references accounts (id),
  session_id uuid not null,
  deleted_at timestamptz(3) not null,
  state text not null check (state in ('sent', 'queued', 'failed')),
  attempts integer not null default 0,
  due_at timestamptz(3) not null,
  claim_id uuid,
  last_attempt_at timestamptz(3),
  last_status integer,
  last_error text,
  sent_at timestamptz(3),
  primary key (account_id, session_id),
  foreign key (account_id, session_id) references sessions (account_id, id)
);

alter table core_deletions enable row level security;
create policy same_account on core_deletions using (account_id = current_account());
create index core_deletions_due on core_deletions (due_at) where state <> 'sent';
create index core_deletions_by_time on core_deletions (account_id, deleted_at desc);
