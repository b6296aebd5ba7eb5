-- One index for everything that is asked of the queue, with the time in front of the event. With two of them the
-- planner, which mostly sees this table empty, would look a row up through a whole backlog.
alter table webhook_queue drop constraint webhook_queue_pkey;
drop index webhook_queue_by_due;
alter table webhook_queue add primary key (account_id, endpoint_id, due_at, event_id);

-- What the log shows of a delivery that waits, without asking the queue.
alter table webhook_deliveries add column due_at timestamptz(3);
