-- When somebody's name and address were taken off the records; they cannot come back.
alter table users add column erased_at timestamptz(3);
