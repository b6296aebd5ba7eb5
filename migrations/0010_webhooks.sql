create table webhook_endpoints (
  account_id uuid not null references accounts (id),
  id uuid not null,
  url text not null,
  events text[] not null check (cardinality(events) between 1 and 6),
  secret bytea not null,
  -- Still signs the standard headers until its time is over.
  previous_secret bytea,
  previous_until timestamptz(3),
  is_managed boolean not null,
  paused_at timestamptz(3),
  failure_count integer not null default 0,
  last_triggered_at timestamptz(3),
  created_at timestamptz(3) not null,
  -- A deleted one stays for the log of its deliveries.
  deleted_at timestamptz(3),
  primary key (account_id, id)
) with (fillfactor = 80);

alter table webhook_endpoints enable row level security;
create policy same_account on webhook_endpoints using (account_id = current_account());

-- No foreign keys below: an event is written with its deliveries in one statement, and a key check would lock
-- the endpoint's row for every event of an account. failed_at alone is indexed, so that a delivery that goes
-- well is updated in place.
create table webhook_deliveries (
  account_id uuid not null,
  event_id uuid not null,
  endpoint_id uuid not null,
  event text not null,
  state text not null default 'pending' check (state in ('pending', 'delivered', 'failed', 'cancelled')),
  attempts smallint not null default 0,
  created_at timestamptz(3) not null,
  settled_at timestamptz(3),
  failed_at timestamptz(3),
  primary key (account_id, event_id, endpoint_id)
) partition by range (event_id);

create table webhook_deliveries_default partition of webhook_deliveries default with (fillfactor = 85);
create index webhook_deliveries_by_endpoint on webhook_deliveries (account_id, endpoint_id, event_id);
create index webhook_deliveries_failed on webhook_deliveries (account_id, event_id, endpoint_id)
  where failed_at is not null;

alter table webhook_deliveries enable row level security;
create policy same_account on webhook_deliveries using (account_id = current_account());
alter table webhook_deliveries_default enable row level security;

-- As big as the backlog: a row goes when its delivery is settled. due_at of a claimed one is the end of its
-- lease, so that what a dead sender held becomes due by itself.
create table webhook_queue (
  account_id uuid not null,
  endpoint_id uuid not null,
  event_id uuid not null,
  due_at timestamptz(3) not null,
  attempt smallint not null default 1,
  is_single boolean not null default false,
  claim_id uuid,
  primary key (account_id, endpoint_id, event_id)
) with (
  autovacuum_vacuum_scale_factor = 0,
  autovacuum_vacuum_threshold = 5000,
  autovacuum_vacuum_insert_threshold = -1
);

create index webhook_queue_by_due on webhook_queue (account_id, endpoint_id, due_at);

alter table webhook_queue enable row level security;
create policy same_account on webhook_queue using (account_id = current_account());

create table webhook_attempts (
  account_id uuid not null,
  event_id uuid not null,
  endpoint_id uuid not null,
  id uuid not null,
  attempt smallint not null,
  attempted_at timestamptz(3) not null,
  outcome text not null,
  status smallint,
  address text,
  dns_ms real,
  connect_ms real,
  first_byte_ms real,
  total_ms real not null,
  answer text,
  primary key (account_id, event_id, endpoint_id, id)
) partition by range (id);

create table webhook_attempts_default partition of webhook_attempts default;

alter table webhook_attempts enable row level security;
create policy same_account on webhook_attempts using (account_id = current_account());
alter table webhook_attempts_default enable row level security;

-- Retry everything that failed since a time: worked off in steps, each of which moves the cursor.
create table webhook_retries (
  account_id uuid not null references accounts (id),
  id uuid not null,
  endpoint_id uuid,
  since timestamptz(3) not null,
  total integer not null,
  retried integer not null default 0,
  cursor_event_id uuid not null,
  cursor_endpoint_id uuid not null,
  created_at timestamptz(3) not null,
  finished_at timestamptz(3),
  primary key (account_id, id)
);

create index webhook_retries_unfinished on webhook_retries (account_id, id) where finished_at is null;

alter table webhook_retries enable row level security;
create policy same_account on webhook_retries using (account_id = current_account());
