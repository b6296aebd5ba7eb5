-- The reason why a form has no thumbnail; null where one exists, is due, or is not wanted.
alter table forms add column thumbnail_fault text;
