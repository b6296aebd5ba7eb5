-- What exactly was looked at, so that the next review shows what changed since.
alter table oauth_app_reviews add column submitted jsonb;

-- The outbox of the whole installation, newest first.
create index mails_by_time on mails (created_at desc, id desc);
