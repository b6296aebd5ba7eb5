-- What should be done by now, however much lies beside it.
create index tasks_by_due_date on tasks (account_id, due_date)
  where due_date is not null and status in ('open', 'in_progress');
