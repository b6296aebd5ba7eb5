-- True for a backup that staff requested and no process has started. One can wait at a time.
alter table backups add column is_waiting boolean not null default false;
-- Not concurrently, since that cannot be part of a migration's transaction.
create unique index backups_waiting on backups (is_waiting) where is_waiting and state = 'running';
