-- Not concurrently: few rows of each account.
create index knowledge_documents_by_words on knowledge_documents
  using gin (search_words(account_id, name))
  with (gin_pending_list_limit = 256);
