-- What was copied of the whole installation, when and where to. While a row runs, files that records no longer name
-- stay: the copy may still name them.
create table backups (
  id uuid primary key,
  -- The moment of the schedule that it is for; null for one that an operator asked for.
  due_at timestamptz(3),
  -- Without a secret.
  place text not null,
  state text not null check (state in ('running', 'done', 'failed')),
  started_at timestamptz(3) not null,
  -- A running one that says nothing for two minutes has died.
  alive_at timestamptz(3) not null,
  finished_at timestamptz(3),
  -- The moment that the copy shows.
  made_at timestamptz(3),
  bytes bigint,
  reason text
);

alter table backups enable row level security;

-- One process of the installation makes the copy of a moment.
create unique index backups_by_moment on backups (due_at) where state <> 'failed';
create index backups_by_start on backups (started_at);
