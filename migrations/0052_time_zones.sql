-- Where the days of an account begin and end.
alter table accounts add column time_zone text not null default 'UTC';
