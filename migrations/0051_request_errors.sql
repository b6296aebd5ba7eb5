-- The error code of an answer, as its body says it; null for what succeeded and for rows from before.
alter table request_log add column error text;
