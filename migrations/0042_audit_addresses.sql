-- Where the request of an act came from; null before this migration, and for acts at the command line.
alter table audit_entries add column address text;
