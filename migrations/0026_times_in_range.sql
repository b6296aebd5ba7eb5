-- A time lies in the years 1 to 9999 of UTC. What lies outside could be written and not be read.
update tasks
set due_date = greatest(least(due_date, timestamptz '9999-12-31T23:59:59.999Z'), timestamptz '0001-01-01T00:00:00Z')
where due_date > '9999-12-31T23:59:59.999Z' or due_date < '0001-01-01T00:00:00Z';

update webhook_retries
set since = greatest(least(since, timestamptz '9999-12-31T23:59:59.999Z'), timestamptz '0001-01-01T00:00:00Z')
where since > '9999-12-31T23:59:59.999Z' or since < '0001-01-01T00:00:00Z';
