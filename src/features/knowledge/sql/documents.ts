import { prefixQuery } from '../../../lib/sql/prefixQuery.ts';
import type { Fragment, Queryable, Transaction } from '../../../lib/sql/sql.ts';
import type {
  Collection,
  DocumentFilter,
  KnowledgeDocument,
  DocumentListItem,
  SearchLanguage,
} from '../contract.ts';

/** `id` is used only if no collection has the name; concurrent uploads with one name get the same collection. */
export type NewCollection = { id: string; name: string; created_at: Date };

/** Locks a collection until the transaction ends, so that it cannot be deleted before the document is inserted. */
export async function lockCollection(
  tx: Transaction,
  account_id: string,
  name: string,
): Promise<string | undefined> {
  const [found] = await tx<{ id: string }[]>`
    select collection.id
    from knowledge_collections as collection
    where collection.account_id = ${account_id}
      and collection.name = ${name}
    for key share of collection`;
  return found?.id;
}

export async function findOrInsertCollection(
  tx: Transaction,
  account_id: string,
  collection: NewCollection,
): Promise<string> {
  const [found] = await tx<[{ id: string }]>`
    insert into knowledge_collections ${tx({ account_id, ...collection })}
    on conflict (account_id, name) do update
    set name = excluded.name
    returning id`;
  return found.id;
}

export async function listCollections(db: Queryable, account_id: string): Promise<Collection[]> {
  return db<Collection[]>`
    select
      collection.id,
      collection.name,
      (
        select count(*)::int
        from knowledge_documents as document
        where document.account_id = ${account_id}
          and document.collection_id = collection.id
      ) as documents,
      collection.created_at
    from knowledge_collections as collection
    where collection.account_id = ${account_id}
    order by collection.name`;
}

export async function hasCollection(db: Queryable, account_id: string, id: string): Promise<boolean> {
  const found = await db`
    select 1
    from knowledge_collections as collection
    where collection.account_id = ${account_id}
      and collection.id = ${id}`;
  return found.length === 1;
}

/** Returns false if the collection does not exist or contains documents. */
export async function deleteEmptyCollection(
  tx: Transaction,
  account_id: string,
  id: string,
): Promise<boolean> {
  // The lock waits for a concurrent upload into the collection; the next statement then finds the uploaded document.
  await tx`
    select 1
    from knowledge_collections as collection
    where collection.account_id = ${account_id}
      and collection.id = ${id}
    for update of collection`;
  const deleted = await tx`
    delete from knowledge_collections as collection
    where collection.account_id = ${account_id}
      and collection.id = ${id}
      and not exists (
        select 1
        from knowledge_documents as document
        where document.account_id = ${account_id}
          and document.collection_id = collection.id
      )
    returning collection.id`;
  return deleted.length === 1;
}

export type DocumentRow = {
  id: string;
  collection_id: string;
  name: string;
  file_key: string;
  bytes: number;
  state: 'queued';
  uploaded_by: string | null;
  created_at: Date;
  updated_at: Date;
  due_at: Date;
};

export async function insertDocument(tx: Transaction, account_id: string, row: DocumentRow): Promise<void> {
  await tx`
    insert into knowledge_documents ${tx({ account_id, ...row })}`;
}

export type DocumentRequeueUpdate = {
  name?: string;
  file_key?: string;
  bytes?: number;
  state: 'queued';
  reason: null;
  reason_details: null;
  attempts: 0;
  claim_id: null;
  updated_at: Date;
  due_at: Date;
};

/** Queues a document again. A worker that processes the document loses its claim, so its result is discarded. */
export async function requeueDocument(
  tx: Transaction,
  account_id: string,
  id: string,
  update: DocumentRequeueUpdate,
): Promise<boolean> {
  const updated = await tx`
    update knowledge_documents
    set ${tx(update)}
    where account_id = ${account_id}
      and id = ${id}
    returning id`;
  return updated.length === 1;
}

/** Deletes a document; foreign keys delete its passages and words. */
export async function deleteDocument(
  tx: Transaction,
  account_id: string,
  id: string,
): Promise<{ file_key: string; name: string } | undefined> {
  const [deleted] = await tx<{ file_key: string; name: string }[]>`
    delete from knowledge_documents
    where account_id = ${account_id}
      and id = ${id}
    returning file_key, name`;
  return deleted;
}

/** Reads the file of a document and locks the row until the transaction ends. */
export async function lockFile(
  tx: Transaction,
  account_id: string,
  id: string,
): Promise<{ file_key: string; bytes: number } | undefined> {
  const [file] = await tx<{ file_key: string; bytes: number }[]>`
    select document.file_key, document.bytes
    from knowledge_documents as document
    where document.account_id = ${account_id}
      and document.id = ${id}
    for update of document`;
  return file;
}

export async function findDocument(
  db: Queryable,
  account_id: string,
  id: string,
): Promise<KnowledgeDocument | undefined> {
  const [document] = await db<KnowledgeDocument[]>`
    select ${documentColumns(db)}
    from knowledge_documents as document
    ${withCollection(db, account_id)}
    where document.account_id = ${account_id}
      and document.id = ${id}`;
  return document;
}

export async function listDocuments(
  db: Queryable,
  account_id: string,
  { collection_id, state, search, limit, offset }: DocumentFilter,
): Promise<{ documents: DocumentListItem[]; total: number }> {
  const matching = db`
      ${search === undefined ? db`` : db`and ${whereNameMatches(db, account_id, search)}`}
      ${collection_id === undefined ? db`` : db`and document.collection_id = ${collection_id}`}
      ${state === undefined ? db`` : db`and document.state = ${state}`}`;
  const documents = await db<DocumentListItem[]>`
    select ${documentColumns(db)}, document.reason_details
    from knowledge_documents as document
    ${withCollection(db, account_id)}
    where document.account_id = ${account_id}
      ${matching}
    order by document.created_at desc, document.id desc
    limit ${limit}
    offset ${offset}`;
  const [{ total }] = await db<[{ total: number }]>`
    select count(*)::int as total
    from knowledge_documents as document
    where document.account_id = ${account_id}
      ${matching}`;
  return { documents, total };
}

// across accounts: a condition in a statement that filters by account
function whereNameMatches(db: Queryable, account_id: string, text: string): Fragment {
  return db`
    search_words(document.account_id, document.name) @@ ${prefixQuery(db, account_id, { text, shortest: 1 })}`;
}

export async function findSearchLanguage(db: Queryable, account_id: string): Promise<SearchLanguage> {
  const [account] = await db<{ language: SearchLanguage }[]>`
    select account.language
    from accounts as account
    where account.id = ${account_id}`;
  return account?.language ?? 'english';
}

/** Queues all documents of an account for extraction and indexing. */
export async function requeueAllDocuments(tx: Transaction, account_id: string, now: Date): Promise<void> {
  await tx`
    update knowledge_documents
    set state = 'queued',
        reason = null,
        reason_details = null,
        attempts = 0,
        claim_id = null,
        due_at = ${now},
        updated_at = ${now}
    where account_id = ${account_id}`;
}

// across accounts: file keys contain no account
export async function listReferencedFileKeys(db: Queryable, keys: readonly string[]): Promise<string[]> {
  const rows = await db<{ file_key: string }[]>`
    select document.file_key
    from knowledge_documents as document
    where document.file_key = any (${[...keys]})`;
  return rows.map(({ file_key }) => file_key);
}

function documentColumns(db: Queryable): Fragment {
  return db`
    document.id,
    document.name,
    json_build_object('id', collection.id, 'name', collection.name) as collection,
    document.bytes,
    document.state,
    document.reason,
    document.pages,
    document.passages,
    case
      when person.id is not null
      then json_build_object('user_id', person.id, 'name', person.full_name)
    end as uploaded_by,
    document.created_at,
    document.updated_at`;
}

function withCollection(db: Queryable, account_id: string): Fragment {
  return db`
    join knowledge_collections as collection
      on collection.account_id = ${account_id}
      and collection.id = document.collection_id
    left join users as person
      on person.account_id = ${account_id}
      and person.id = document.uploaded_by`;
}
