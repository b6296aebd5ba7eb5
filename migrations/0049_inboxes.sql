-- Addresses of this service that receive what an endpoint is sent, for somebody who has no receiver yet.
create table webhook_inboxes (
  account_id uuid not null,
  endpoint_id uuid not null,
  name_hash bytea not null,
  created_at timestamptz(3) not null,
  primary key (account_id, endpoint_id),
  unique (account_id, name_hash)
);

-- What came in lately: the last few of a day.
create table webhook_arrivals (
  account_id uuid not null,
  id uuid not null,
  endpoint_id uuid not null,
  arrived_at timestamptz(3) not null,
  verdict text not null check (verdict in ('verified', 'unsigned', 'wrong_signature', 'too_old')),
  -- The first of them and the beginning of the body, as far as they are kept.
  headers jsonb not null,
  body text not null,
  body_bytes integer not null,
  primary key (account_id, id)
);

create index webhook_arrivals_by_time on webhook_arrivals (arrived_at);

alter table webhook_inboxes enable row level security;
create policy same_account on webhook_inboxes using (account_id = current_account());
alter table webhook_arrivals enable row level security;
create policy same_account on webhook_arrivals using (account_id = current_account());
