-- What keys and apps asked the API, for the people who build on it. Rows are added in batches and go with their
-- day. No foreign keys: a row is worth less than the time that checking them takes.
create table request_log (
  account_id uuid not null,
  id uuid not null,
  request_id uuid not null,
  method text not null,
  path text not null,
  query text not null,
  status smallint not null,
  ms real not null,
  credential_id uuid not null,
  client_id text,
  address text not null,
  user_agent text not null,
  request_body text,
  answer_body text,
  created_at timestamptz(3) not null,
  primary key (account_id, id)
) partition by range (id);

create table request_log_default partition of request_log default;
-- The few that are looked for among the many.
create index request_log_refused on request_log (account_id, id) where status >= 400;

alter table request_log enable row level security;
create policy same_account on request_log using (account_id = current_account());
alter table request_log_default enable row level security;
