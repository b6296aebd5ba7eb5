import type { ClaimedItem, QueueTable } from '../../../lib/concurrency/queue/queue.ts';
import type { Passage } from '../../../lib/documents/document.ts';
import type { Transaction } from '../../../lib/sql/sql.ts';
import { collectionWord, accountWordPrefix } from '../searchWords.ts';

export type ClaimedDocument = ClaimedItem & { collection_id: string; name: string; file_key: string };

export const DOCUMENT_QUEUE_TABLE: QueueTable<ClaimedDocument> = {
  table: 'knowledge_documents',
  key: 'id',
  lease: { due_at: 'due_at', attempts: 'attempts', claim_id: 'claim_id' },
  columns: ['collection_id', 'name', 'file_key'],
  due: (db, now) => db`waiting.state in ('queued', 'processing') and waiting.due_at <= ${now}`,
  onClaim: () => ({ state: 'processing' }),
  onPutBack: { state: 'queued' },
};

export async function deletePassages(
  tx: Transaction,
  account_id: string,
  document_id: string,
): Promise<void> {
  await tx`
    delete from knowledge_passages
    where account_id = ${account_id}
      and document_id = ${document_id}`;
  await tx`
    delete from knowledge_words
    where account_id = ${account_id}
      and document_id = ${document_id}`;
}

export type PassageBatch = {
  document_id: string;
  collection_id: string;
  language: string;
  first_position: number;
  passages: readonly Passage[];
};

/** Inserts passages. Words of a heading get a higher weight in the ranking than words of the text below it. */
export async function insertPassages(
  tx: Transaction,
  account_id: string,
  batch: PassageBatch,
): Promise<void> {
  const { document_id, collection_id, language, first_position, passages } = batch;
  await tx`
    insert into knowledge_passages (
      account_id, document_id, position, collection_id, page, heading, body, words
    )
    select
      ${account_id},
      ${document_id},
      ${first_position} + passage.position::int,
      ${collection_id},
      passage.page,
      passage.heading,
      passage.body,
      regexp_replace(
        (
          setweight(to_tsvector(${language}::regconfig, coalesce(passage.heading, '')), 'A')
          || to_tsvector(${language}::regconfig, passage.body)
        )::text,
        '(^| )''',
        ${`\\1'${accountWordPrefix(account_id)}`},
        'g'
      )::tsvector || array_to_tsvector(array[${collectionWord(account_id, collection_id)}])
    from unnest(
      ${passages.map(({ page }) => page)}::int[],
      ${passages.map(({ heading }) => heading)}::text[],
      ${passages.map(({ text }) => text)}::text[]
    ) with ordinality as passage (page, heading, body, position)`;
}

/**
 * Adds the words of one inserted batch to the counters, because one statement for all words of a large document would
 * be too slow.
 */
export async function addWordCounts(
  tx: Transaction,
  account_id: string,
  { document_id, first_position, passages }: PassageBatch,
): Promise<void> {
  await tx`
    insert into knowledge_words as counted (account_id, word, document_id, passages)
    select ${account_id}, word.lexeme, ${document_id}, count(*)
    from knowledge_passages as passage
    cross join lateral unnest(passage.words) as word
    where passage.account_id = ${account_id}
      and passage.document_id = ${document_id}
      and passage.position > ${first_position}
      and passage.position <= ${first_position + passages.length}
    group by word.lexeme
    on conflict (account_id, word, document_id)
    do update set passages = counted.passages + excluded.passages`;
}
