import type { Passage } from '../../../lib/documents/document.ts';
import type { Fragment, Queryable, Transaction } from '../../../lib/sql/sql.ts';
import { collectionWord, prefixOf } from '../words.ts';

export type Claim = {
  claim_id: string;
  now: Date;
  lease_until: Date;
};

export type ClaimedDocument = {
  account_id: string;
  id: string;
  collection_id: string;
  name: string;
  file_key: string;
  attempts: number;
};

// across accounts: the readers of all processes share one queue
export function areDocumentsDue(db: Queryable, now: Date): Fragment {
  return db`
    exists (
      select 1
      from knowledge_documents as waiting
      where waiting.state in ('queued', 'processing')
        and waiting.due_at <= ${now}
    )`;
}

/** Readers that are at work at once. */
const LOOKED_AT = 10;

export type WaitingDocument = { account_id: string; id: string };

/** The first ones, of accounts after the given one; more than one, since other readers are at the same. */
// across accounts: the readers of all processes share one queue
export async function listDueDocuments(
  db: Queryable,
  { now, after, except }: { now: Date; after?: string; except: ReadonlySet<string> },
): Promise<WaitingDocument[]> {
  return db<WaitingDocument[]>`
    select waiting.account_id, waiting.id
    from knowledge_documents as waiting
    where waiting.state in ('queued', 'processing')
      and waiting.due_at <= ${now}
      ${after === undefined ? db`` : db`and waiting.account_id > ${after}`}
      ${except.size === 0 ? db`` : db`and waiting.account_id <> all(${[...except]}::uuid[])`}
    order by waiting.account_id, waiting.due_at
    limit ${LOOKED_AT}`;
}

/** Undefined when another reader was faster. */
export async function claimDocument(
  db: Queryable,
  account_id: string,
  id: string,
  { claim_id, now, lease_until }: Claim,
): Promise<ClaimedDocument | undefined> {
  const [claimed] = await db<ClaimedDocument[]>`
    update knowledge_documents as document
    set state = 'processing',
        due_at = ${lease_until},
        claim_id = ${claim_id},
        attempts = document.attempts + 1
    from (
      select waiting.id
      from knowledge_documents as waiting
      where waiting.account_id = ${account_id}
        and waiting.id = ${id}
        and waiting.state in ('queued', 'processing')
        and waiting.due_at <= ${now}
      for update skip locked
    ) as due
    where document.account_id = ${account_id}
      and document.id = due.id
    returning document.account_id, document.id, document.collection_id, document.name, document.file_key,
      document.attempts`;
  return claimed;
}

/** A document with the claim of its reader. */
type Held = { id: string; claim_id: string };

export async function releaseDocument(
  db: Queryable,
  account_id: string,
  { id, claim_id }: Held,
  due_at: Date,
): Promise<void> {
  await db`
    update knowledge_documents
    set state = 'queued',
        due_at = ${due_at},
        claim_id = null,
        attempts = attempts - 1
    where account_id = ${account_id}
      and id = ${id}
      and claim_id = ${claim_id}`;
}

export type End = {
  state: 'ready' | 'failed';
  reason: string | null;
  pages: number | null;
  passages: number;
  updated_at: Date;
};

/** False when the document was replaced or deleted meanwhile, or the lease ran out. */
export async function endReading(
  tx: Transaction,
  account_id: string,
  { id, claim_id }: Held,
  end: End,
): Promise<boolean> {
  const ended = await tx`
    update knowledge_documents
    set ${tx({ ...end, claim_id: null })}
    where account_id = ${account_id}
      and id = ${id}
      and claim_id = ${claim_id}
    returning id`;
  return ended.length === 1;
}

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

export type Batch = {
  document_id: string;
  collection_id: string;
  language: string;
  first_position: number;
  passages: readonly Passage[];
};

/** Words of a heading count for more than those of the text below it. */
export async function insertPassages(tx: Transaction, account_id: string, batch: Batch): Promise<void> {
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
        ${`\\1'${prefixOf(account_id)}`},
        'g'
      )::tsvector || array_to_tsvector(array[${collectionWord(account_id, collection_id)}])
    from unnest(
      ${passages.map(({ page }) => page)}::int[],
      ${passages.map(({ heading }) => heading)}::text[],
      ${passages.map(({ text }) => text)}::text[]
    ) with ordinality as passage (page, heading, body, position)`;
}

/** Counts the words of a batch that is written: a statement for all words of a large document would be too slow. */
export async function addWords(
  tx: Transaction,
  account_id: string,
  { document_id, first_position, passages }: Batch,
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
