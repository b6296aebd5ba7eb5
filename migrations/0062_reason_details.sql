-- The code and the values of the stored sentence beside each column, so that pages compose it in the language of their
-- reader. Null for sentences of earlier versions and for messages of other programs, which pages show as they are.
alter table knowledge_documents add column reason_details jsonb;
alter table backups add column reason_details jsonb;
alter table skill_executions add column error_details jsonb;
