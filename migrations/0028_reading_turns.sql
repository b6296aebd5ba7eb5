-- Accounts take turns at the reader: after one of an account comes the first of the next account.
create index knowledge_documents_waiting on knowledge_documents (account_id, due_at)
  where state in ('queued', 'processing');
