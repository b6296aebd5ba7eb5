-- Lists by a filter that few rows meet. Not concurrently, since that cannot be part of a migration's transaction.
create index request_log_by_request on request_log (account_id, request_id);
-- Not concurrently, for the same reason.
create index request_log_by_credential on request_log (account_id, credential_id, id);
-- Not concurrently, for the same reason.
create index request_log_by_app on request_log (account_id, client_id, id) where client_id is not null;
-- Not concurrently, for the same reason.
create index audit_entries_by_actor on audit_entries (account_id, actor_id, id);
-- Not concurrently, for the same reason.
create index audit_entries_by_target on audit_entries (account_id, target_id, id);
-- Not concurrently, for the same reason.
create index skill_executions_failed on skill_executions (account_id, id) where status = 'failure';
-- Not concurrently, for the same reason.
create index core_deletions_unsent on core_deletions (account_id, state, deleted_at desc, session_id)
  where state <> 'sent';
-- The open tasks of a user, in the order of their dates. Not concurrently, for the same reason.
create index tasks_of_assignee_by_due on tasks (
  account_id,
  assigned_to,
  due_date,
  array_position(array['urgent', 'high', 'medium', 'low'], priority),
  id
) where status in ('open', 'in_progress');
