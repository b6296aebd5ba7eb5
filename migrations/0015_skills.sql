-- Whose rows the platform's own are: the account of all zeros, which no row of accounts stands for, so that
-- nobody can ever act as it with a credential.
create function platform_account() returns uuid
  language sql immutable
  return '00000000-0000-0000-0000-000000000000'::uuid;

create table skills (
  account_id uuid not null,
  id uuid not null,
  name text not null,
  description text not null,
  kind text not null check (kind in ('http', 'knowledge_search', 'form_fill')),
  arguments_schema jsonb not null,
  response_target text not null check (response_target in ('context', 'display', 'api')),
  is_active boolean not null,
  config jsonb not null,
  auth_value bytea,
  signing_secret bytea not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  primary key (account_id, id)
);

alter table skills enable row level security;
create policy same_account on skills using (account_id = current_account());
create policy of_the_platform on skills for select using (account_id = platform_account());
create index skills_by_time on skills (account_id, created_at desc, id desc);

-- Bundles are the platform's; every account may see them, because its allocations name them.
create table bundles (
  account_id uuid not null check (account_id = platform_account()),
  id uuid not null,
  name text not null,
  description text not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  primary key (account_id, id),
  unique (account_id, name)
);

alter table bundles enable row level security;
create policy of_the_platform on bundles for select using (true);

create table bundle_skills (
  account_id uuid not null,
  bundle_id uuid not null,
  skill_id uuid not null,
  primary key (account_id, bundle_id, skill_id),
  foreign key (account_id, bundle_id) references bundles (account_id, id) on delete cascade,
  foreign key (account_id, skill_id) references skills (account_id, id) on delete cascade
);

alter table bundle_skills enable row level security;
create policy of_the_platform on bundle_skills for select using (true);
create index bundle_skills_by_skill on bundle_skills (account_id, skill_id);

-- The account is the one the procedure comes from: withdrawn or rejected there, it leaves the bundle.
create table bundle_procedures (
  account_id uuid not null,
  procedure_id uuid not null,
  bundle_id uuid not null,
  primary key (account_id, procedure_id, bundle_id),
  foreign key (account_id, procedure_id) references procedures (account_id, id) on delete cascade
);

alter table bundle_procedures enable row level security;
create policy same_account on bundle_procedures using (account_id = current_account());
create index bundle_procedures_by_bundle on bundle_procedures (bundle_id);

-- For the whole account.
create table bundle_allocations (
  account_id uuid not null references accounts (id),
  bundle_id uuid not null,
  allocated_at timestamptz(3) not null,
  primary key (account_id, bundle_id)
);

alter table bundle_allocations enable row level security;
create policy same_account on bundle_allocations using (account_id = current_account());

-- For named seats.
create table bundle_seats (
  account_id uuid not null,
  bundle_id uuid not null,
  seat_id uuid not null,
  allocated_at timestamptz(3) not null,
  primary key (account_id, bundle_id, seat_id),
  foreign key (account_id, seat_id) references seats (account_id, id) on delete cascade
);

alter table bundle_seats enable row level security;
create policy same_account on bundle_seats using (account_id = current_account());
create index bundle_seats_by_seat on bundle_seats (account_id, seat_id);

-- A row is there before the skill runs, so that one whose process died is still told of. Ids are UUIDv7, so the
-- table is partitioned by them as events are. No foreign keys: what ran stays on record when its skill goes.
create table skill_executions (
  account_id uuid not null,
  id uuid not null,
  skill_id uuid not null,
  skill_name text not null,
  response_target text not null,
  caller text not null check (caller in ('api', 'device', 'agent', 'dashboard')),
  seat_id uuid,
  user_id uuid,
  role text check (role in ('trainer', 'trainee')),
  session_id uuid,
  arguments jsonb not null,
  status text not null check (status in ('running', 'success', 'failure')),
  answer_status smallint,
  answer text,
  error text,
  duration_ms integer,
  executed_at timestamptz(3) not null,
  closes_at timestamptz(3) not null,
  primary key (account_id, id)
) partition by range (id);

create table skill_executions_default partition of skill_executions default;
create index skill_executions_by_skill on skill_executions (account_id, skill_id, id desc);
create index skill_executions_running on skill_executions (closes_at) where status = 'running';

alter table skill_executions enable row level security;
create policy same_account on skill_executions using (account_id = current_account());
alter table skill_executions_default enable row level security;
