-- The name and address of an erased user, until the request log was searched for them. A search that a process did not end is
-- made by another one.
alter table users add column unswept_texts text[];
-- Not concurrently, since that cannot be part of a migration's transaction.
create index users_unswept on users (erased_at) where unswept_texts is not null;
