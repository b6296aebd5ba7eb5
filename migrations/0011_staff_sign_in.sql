-- Platform staff sign in as people of accounts do. Their rows stand under the nil id, which no account has; the
-- generated columns keep both foreign keys: a row is of somebody of its account, or of somebody of the staff.
alter table accounts add check (id <> '00000000-0000-0000-0000-000000000000');

alter table staff add column status text not null default 'active' check (status in ('active', 'inactive'));

alter table browser_sessions
  drop constraint browser_sessions_account_id_fkey,
  drop constraint browser_sessions_account_id_user_id_fkey,
  add column member_id uuid generated always as (case when account_id <> '00000000-0000-0000-0000-000000000000' then user_id end) stored,
  add column staff_id uuid generated always as (case when account_id = '00000000-0000-0000-0000-000000000000' then user_id end) stored references staff (id),
  add foreign key (account_id, member_id) references users (account_id, id);

alter table password_resets
  drop constraint password_resets_account_id_fkey,
  drop constraint password_resets_account_id_user_id_fkey,
  add column member_id uuid generated always as (case when account_id <> '00000000-0000-0000-0000-000000000000' then user_id end) stored,
  add column staff_id uuid generated always as (case when account_id = '00000000-0000-0000-0000-000000000000' then user_id end) stored references staff (id),
  add foreign key (account_id, member_id) references users (account_id, id);

alter table second_factors
  drop constraint second_factors_account_id_fkey,
  drop constraint second_factors_account_id_user_id_fkey,
  add column member_id uuid generated always as (case when account_id <> '00000000-0000-0000-0000-000000000000' then user_id end) stored,
  add column staff_id uuid generated always as (case when account_id = '00000000-0000-0000-0000-000000000000' then user_id end) stored references staff (id),
  add foreign key (account_id, member_id) references users (account_id, id);

alter table recovery_codes
  drop constraint recovery_codes_account_id_fkey,
  drop constraint recovery_codes_account_id_user_id_fkey,
  add column member_id uuid generated always as (case when account_id <> '00000000-0000-0000-0000-000000000000' then user_id end) stored,
  add column staff_id uuid generated always as (case when account_id = '00000000-0000-0000-0000-000000000000' then user_id end) stored references staff (id),
  add foreign key (account_id, member_id) references users (account_id, id);

-- Mails and acts may be of the staff as well; each is written in the transaction of what it tells of.
alter table mails drop constraint mails_account_id_fkey;
alter table audit_entries drop constraint audit_entries_account_id_fkey;

-- A link that lets its reader in lies sealed until it is sent; link_path is for the others.
alter table mails add column sealed_link bytea;
