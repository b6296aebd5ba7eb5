-- The words of a text as a search finds them. Every word begins with the end of its account's id, as those of documents
-- do, so that the index itself keeps the accounts apart. Needs no extension.
create function search_words(account_id uuid, words text) returns tsvector
  language sql immutable
  return array_to_tsvector(string_to_array(
    right(account_id::text, 6)
      || regexp_replace(lower(words), '[^[:alnum:]]+', ' ' || right(account_id::text, 6), 'g'),
    ' '
  ));

-- What somebody typed: all of the words, the last one perhaps unfinished where it has so many letters already: too many
-- words begin with one letter. Null where no word has so many.
create function search_query(account_id uuid, typed text, shortest integer) returns tsquery
  language sql immutable
  return (
    select string_agg(
      quote_literal(right(account_id::text, 6) || word.word)
        || case when word.is_last and length(word.word) >= shortest then ':*' else '' end,
      ' & '
    )::tsquery
    from (
      select part.word, lead(part.word) over (order by part.place) is null as is_last
      from regexp_split_to_table(lower(typed), '[^[:alnum:]]+') with ordinality as part (word, place)
      where part.word <> ''
    ) as word
    having max(length(word.word)) >= shortest
  );

-- A short list of what is pending: every search reads through it, and every create that is not the one that empties it
-- is spared the index. Not concurrently, since that cannot be part of a migration's transaction: about ten seconds
-- for a million tasks, in which none is written.
create index tasks_by_words on tasks
  using gin (search_words(account_id, title || coalesce(' ' || external_id, '')))
  with (gin_pending_list_limit = 256);
-- Not concurrently, for the same reason; there are fewer of the following.
create index sessions_by_words on sessions
  using gin (search_words(account_id, session_name))
  with (gin_pending_list_limit = 256)
  where deleted_at is null and session_name is not null;
-- Not concurrently: few rows of each account.
create index procedures_by_words on procedures
  using gin (search_words(account_id, title))
  with (gin_pending_list_limit = 256);
-- Not concurrently: few rows of each account.
create index users_by_words on users
  using gin (search_words(account_id, full_name || ' ' || email))
  with (gin_pending_list_limit = 256);
