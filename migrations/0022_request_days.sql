-- How many requests each account made on each day in UTC, counted as the log is written: the log itself goes soon,
-- and is too long to be counted whenever somebody looks.
create table request_days (
  account_id uuid not null,
  day date not null,
  calls integer not null,
  errors integer not null,
  primary key (account_id, day)
) with (fillfactor = 70);

alter table request_days enable row level security;
create policy same_account on request_days using (account_id = current_account());
-- The staff sees the days of all.
create index request_days_by_day on request_days (day);

insert into request_days (account_id, day, calls, errors)
select account_id, (created_at at time zone 'UTC')::date, count(*), count(*) filter (where status >= 400)
from request_log
group by 1, 2;

-- The few that never arrived.
create index mails_given_up on mails (ended_at) where state = 'given_up';

-- What staff choose from for bundles, newest first.
create index procedures_approved on procedures (created_at desc, id desc) where status = 'approved';
