-- How a person reads dates and numbers; null leaves it to the browser.
alter table users add column locale text;
alter table staff add column locale text;

-- Addresses that people want to sign in with, until a link sent there proves that it is theirs: one for each person.
create table email_changes (
  account_id uuid not null,
  user_id uuid not null,
  email text not null check (email = lower(email)),
  token_hash bytea not null,
  created_at timestamptz(3) not null,
  member_id uuid generated always as (case when account_id <> '00000000-0000-0000-0000-000000000000' then user_id end) stored,
  staff_id uuid generated always as (case when account_id = '00000000-0000-0000-0000-000000000000' then user_id end) stored references staff (id),
  primary key (account_id, user_id),
  unique (account_id, token_hash),
  foreign key (account_id, member_id) references users (account_id, id)
);

alter table email_changes enable row level security;
create policy same_account on email_changes using (account_id = current_account());
