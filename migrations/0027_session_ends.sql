-- A session that is deleted while it runs ends with that. Whatever was allowed stays allowed, so no row is read again.
alter table sessions drop constraint sessions_ended_by_check;
alter table sessions add constraint sessions_ended_by_check
  check (ended_by in ('device', 'sweeper', 'deletion')) not valid;

-- A task no longer names a session that is gone.
update tasks
set session_id = null
from sessions
where sessions.account_id = tasks.account_id
  and sessions.id = tasks.session_id
  and sessions.deleted_at is not null;

-- The sums of a person's sessions fit whatever is reported. The table is written anew once: it has a row for each
-- person and no more, and a second column beside each would have to be kept in step by every writer for good.
alter table users
  alter column total_sessions type bigint,
  alter column total_minutes type bigint;
