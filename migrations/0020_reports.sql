-- Reports add up a period of an account: these hold all they need, so that no row of the table is read.
create index sessions_by_period on sessions (account_id, started_at)
  include (user_id, status, duration_seconds) where deleted_at is null;
create index tasks_by_completion on tasks (account_id, completed_at)
  include (assigned_to) where completed_at is not null;

-- What waits for a review, and what came of it, by session.
create index procedures_by_time on procedures (account_id, created_at desc, id desc) where status <> 'withdrawn';

-- What ran during a session.
create index skill_executions_by_session on skill_executions (account_id, session_id, id desc)
  where session_id is not null;
