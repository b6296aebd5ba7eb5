-- Processes that send webhooks. Times are of the database's clock, the only one that all of them share.
create table webhook_senders (
  id uuid primary key,
  -- From then on other senders may take what is leased to it.
  alive_until timestamptz not null,
  -- Until then it is one of those who share the places of endpoints and accounts.
  counted_until timestamptz not null,
  -- Its leases were taken: it holds none any more, and starts anew under another id.
  is_lost boolean not null default false
);

-- The sender that a claimed row is leased to.
alter table webhook_queue add column sender_id uuid;
