import { hideFromPlanner, type Fragment, type Queryable } from './sql.ts';

export type PrefixSearch = { text: string; shortest: number };

/**
 * A tsquery over `search_words` of an account: all words of the text, in any order, each of which may be unfinished. A
 * word with fewer than `shortest` letters is searched whole, because too many words begin with one letter. Null if no
 * word has so many letters.
 */
export function prefixQuery(db: Queryable, account_id: string, { text, shortest }: PrefixSearch): Fragment {
  return db`(
    select string_agg(
      quote_literal(right(${account_id}::uuid::text, 6) || word.word)
        || case when length(word.word) >= ${shortest}::int then ':*' else '' end,
      ' & '
    )::tsquery
    from (
      select distinct part.word
      from regexp_split_to_table(lower(${hideFromPlanner(db, 'text', text)}), '[^[:alnum:]]+') as part (word)
      where part.word <> ''
    ) as word
    having max(length(word.word)) >= ${shortest}::int
  )`;
}
