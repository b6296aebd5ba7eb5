alter table users
  add column last_session_at timestamptz(3),
  add column total_sessions integer not null default 0 check (total_sessions >= 0),
  add column total_minutes integer not null default 0 check (total_minutes >= 0);

create index users_by_time on users (account_id, created_at desc, id desc);

create table invitations (
  account_id uuid not null references accounts (id),
  id uuid not null,
  user_id uuid not null,
  token_hash bytea not null,
  created_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  accepted_at timestamptz(3),
  primary key (account_id, id),
  unique (account_id, token_hash),
  foreign key (account_id, user_id) references users (account_id, id)
);

alter table invitations enable row level security;
create policy same_account on invitations using (account_id = current_account());
create index invitations_by_user on invitations (account_id, user_id);

-- The text holds a link that only its reader may know, so it goes as soon as the mail is sent or given up.
create table mails (
  account_id uuid not null references accounts (id),
  id uuid not null,
  recipient text not null,
  subject text not null,
  body text,
  link_path text,
  created_at timestamptz(3) not null,
  give_up_at timestamptz(3) not null,
  state text not null default 'waiting' check (state in ('waiting', 'sent', 'given_up')),
  attempts integer not null default 0,
  due_at timestamptz(3) not null,
  claim_id uuid,
  last_error text,
  ended_at timestamptz(3),
  primary key (account_id, id)
);

alter table mails enable row level security;
create policy same_account on mails using (account_id = current_account());
create index mails_due on mails (due_at) where state = 'waiting';

alter table seats
  add column device_model text,
  add column device_serial text,
  add column paired_at timestamptz(3),
  add column last_seen_at timestamptz(3);

create index seats_by_user on seats (account_id, user_id);

-- Directory: people type the code, and it must tell whose it is before the account is known.
create table pairing_codes (
  code_hash bytea primary key,
  account_id uuid not null,
  seat_id uuid not null,
  expires_at timestamptz(3) not null,
  foreign key (account_id, seat_id) references seats (account_id, id) on delete cascade
);

create index pairing_codes_by_seat on pairing_codes (account_id, seat_id);
