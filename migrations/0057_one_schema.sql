-- One schema for one server and for rows that are spread over several: a key leads only where its rows lie beside each
-- other, and a policy asks no other table.

-- A code is made while its seat is locked, seats go with their account only, after the codes, and a code of an account
-- that is gone opens nothing: this guards what the key did.
alter table pairing_codes drop constraint pairing_codes_account_id_seat_id_fkey;
-- An app is made while its account is locked, by somebody of it, and the apps of an account go before its users: this
-- guards what the keys did.
alter table oauth_apps
  drop constraint oauth_apps_account_id_fkey,
  drop constraint oauth_apps_account_id_created_by_fkey;
-- A form is made while its account is locked, and goes before it: this guards what the key did.
alter table forms drop constraint forms_owner_id_fkey;

-- Whether a transaction reads what other accounts share with its own: its statements name which of them. An earlier
-- version says nothing of it, and names them as well.
create function sees_shared() returns boolean
  language sql stable
  return coalesce(nullif(current_setting('app.sees', true), ''), 'shared') = 'shared';

-- Whoever makes an app may see which accounts connected it.
alter policy seen_by_maker on oauth_grants using (sees_shared());
-- What a bundle gives can be seen by whom it is given to, for as long as it stays approved where it comes from.
alter policy given on bundle_procedures using (sees_shared());
alter policy given on procedures using (status = 'approved' and sees_shared());
