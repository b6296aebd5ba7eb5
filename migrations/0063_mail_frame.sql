-- The label of the link's button, and the reason why its reader gets the mail. Null for mails of an earlier version, which
-- show the link alone.
alter table mails add column action text;
alter table mails add column footer text;
