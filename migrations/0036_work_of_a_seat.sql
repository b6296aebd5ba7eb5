-- The open work of a user, and what is assigned to no user, in the order in which a device shows it. Not concurrently,
-- since that cannot be part of a migration's transaction: tasks are not written while it is made, a few
-- seconds for a million open ones. Nothing is rewritten.
create index tasks_by_urgency on tasks (
  account_id,
  assigned_to,
  array_position(array['urgent', 'high', 'medium', 'low'], priority),
  created_at,
  id
) where status in ('open', 'in_progress');
