-- How large the picture of a form is, counted against what the account may keep. Those that lie here already have no
-- such figure and count nothing, until they are replaced.
alter table forms add column template_bytes integer check (template_bytes >= 0);
