-- Ids are UUIDv7, so their order is the order of time and the table is partitioned by them. The default
-- partition takes what lies outside the days that are laid out ahead.
create table events (
  account_id uuid not null references accounts (id),
  id uuid not null,
  event text not null,
  body text not null,
  created_at timestamptz(3) not null,
  primary key (account_id, id)
) partition by range (id);

create table events_default partition of events default;

alter table events enable row level security;
create policy same_account on events using (account_id = current_account());
alter table events_default enable row level security;
