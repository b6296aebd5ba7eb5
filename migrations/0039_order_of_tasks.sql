-- The list of tasks in other orders than the newest first, and of one priority. Not concurrently, since that cannot be
-- part of a migration's transaction: tasks are not written while it is made, two seconds for a million.
create index tasks_by_priority on tasks (
  account_id,
  array_position(array['urgent', 'high', 'medium', 'low'], priority),
  created_at desc,
  id desc
);
-- Not concurrently, for the same reason.
create index tasks_by_due on tasks (account_id, due_date, id);
