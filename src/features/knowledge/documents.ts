import { userIdOf } from '../../access/actor.ts';
import type { Context } from '../../access/context.ts';
import { assertBelowLimit, assertFileSpace, assertRoomToUpload } from '../../access/limits/limits.ts';
import type { PlatformContext } from '../../access/platform.ts';
import { DAY_MS } from '../../lib/time/clock.ts';
import { notFound } from '../../access/notFound.ts';
import { badRequest } from '../../lib/errors.ts';
import { knowledgeReasons } from './reasons.ts';
import { FILE_ENDINGS, formatOf } from '../../lib/documents/formats.ts';
import { FileTooLarge, type FileContent, type FileStore, type StoredFile } from '../../lib/files/store.ts';
import { newId } from '../../lib/ids.ts';
import { meetsRule } from '../../lib/schema/rules.ts';
import { setCommitProof, transaction, type Queryable, type Transaction } from '../../lib/sql/sql.ts';
import { failFast } from '../../lib/concurrency/backoffRunner.ts';
import { recordAudit } from '../../audit/audit.ts';
import { setAccountSearchLanguage } from '../accounts/accounts.ts';
import {
  COLLECTION_NAME_RULE,
  DOCUMENT_NAME_RULE,
  type Collection,
  type DocumentFilter,
  type KnowledgeDocument,
  type KnowledgeLanguage,
  type DocumentListItem,
  type SearchLanguage,
} from './contract.ts';
import * as queries from './sql/documents.ts';

const AREA = 'knowledge';
const MOST_BYTES = 25 * 1024 * 1024;
const FIRST_COLLECTION = 'General';
const AT_ONCE = 200;

/** `collection` is the name of a collection. If no collection has the name, the upload creates it. */
export type DocumentUpload = { name: string; collection?: string | undefined; content: FileContent };

/**
 * Stores the file before the database row, so that no row refers to a missing file. A worker extracts the text later;
 * `state` shows its progress.
 */
export async function uploadDocument(ctx: Context, upload: DocumentUpload): Promise<KnowledgeDocument> {
  const { db, account_id, actor, now, tools } = ctx;
  const { name, collection = FIRST_COLLECTION } = upload;
  assertNames(name, collection);
  const [id, collection_id] = [newId(now), newId(now)];
  await assertRoomToUpload(db, ctx, 'documents');
  const file = await keep(tools.files, upload.content);
  return transaction(db, async (tx) => {
    await assertBelowLimit(tx, ctx, 'documents');
    await assertFileSpace(tx, account_id, file.bytes);
    const made = { id: collection_id, name: collection, created_at: now };
    await queries.insertDocument(tx, account_id, {
      id,
      collection_id: await findOrMakeCollection(tx, ctx, made),
      name,
      file_key: file.key,
      bytes: file.bytes,
      state: 'queued',
      uploaded_by: userIdOf(actor),
      created_at: now,
      updated_at: now,
      due_at: now,
    });
    await recordAudit(tx, ctx, { action: 'document.uploaded', target_id: id, details: { name } });
    return readDocument({ db: tx, account_id }, id);
  });
}

/** Replaces the file of a document. Search returns the old passages until the new ones are indexed. */
export async function replaceDocument(
  ctx: Context,
  id: string,
  { name, content }: { name?: string | undefined; content: FileContent },
): Promise<KnowledgeDocument> {
  const { db, account_id, tools } = ctx;
  const before = await readDocument(ctx, id);
  assertNames(name ?? before.name, before.collection.name);
  await assertRoomToUpload(db, ctx);
  const file = await keep(tools.files, content);
  const update = { ...requeued(ctx.now), file_key: file.key, bytes: file.bytes, ...(name && { name }) };
  const old = await transaction(db, async (tx) => {
    const held = await queries.lockFile(tx, account_id, id);
    if (!held) throw notFound('Document');
    await assertFileSpace(tx, account_id, file.bytes - held.bytes);
    await queries.requeueDocument(tx, account_id, id, update);
    await recordAudit(tx, ctx, {
      action: 'document.replaced',
      target_id: id,
      details: { name: name ?? before.name },
    });
    return held.file_key;
  });
  removeFile(tools.files, old);
  return readDocument(ctx, id);
}

/** Deletes a document. Search omits its passages as soon as the transaction commits. */
export async function deleteDocument(ctx: Context, id: string): Promise<{ deleted: true }> {
  const { db, account_id, tools } = ctx;
  const file_key = await transaction(db, async (tx) => {
    const deleted = await queries.deleteDocument(tx, account_id, id);
    if (!deleted) throw notFound('Document');
    await recordAudit(tx, ctx, {
      action: 'document.deleted',
      target_id: id,
      details: { name: deleted.name },
    });
    return deleted.file_key;
  });
  removeFile(tools.files, file_key);
  return { deleted: true };
}

/** Removes a file after the commit and ignores errors: `deleteUnreferencedFiles` later removes each file that no row refers to. */
function removeFile(files: FileStore, key: string): void {
  void files.remove(key).catch(() => undefined);
}

export async function reprocessDocument(ctx: Context, id: string): Promise<KnowledgeDocument> {
  const { db, account_id, now } = ctx;
  return transaction(db, async (tx) => {
    if (!(await queries.requeueDocument(tx, account_id, id, requeued(now)))) throw notFound('Document');
    return readDocument({ db: tx, account_id }, id);
  });
}

export async function readDocument(
  { db, account_id }: Pick<Context, 'account_id'> & { db: Queryable },
  id: string,
): Promise<KnowledgeDocument> {
  const document = await queries.findDocument(db, account_id, id);
  if (!document) throw notFound('Document');
  return document;
}

type DocumentList<D> = { documents: D[]; total: number; limit: number; offset: number };

export async function listDocuments(
  ctx: Context,
  filter: DocumentFilter,
): Promise<DocumentList<KnowledgeDocument>> {
  const { documents, ...page } = await listDocumentsWithDetails(ctx, filter);
  return { documents: documents.map(({ reason_details, ...document }) => document), ...page };
}

/** Lists documents for the dashboard, with `reason_details`. */
export async function listDocumentsWithDetails(
  { db, account_id }: Context,
  filter: DocumentFilter,
): Promise<DocumentList<DocumentListItem>> {
  const { limit, offset } = filter;
  return { ...(await queries.listDocuments(db, account_id, filter)), limit, offset };
}

export function listCollections({ db, account_id }: Context): Promise<Collection[]> {
  return queries.listCollections(db, account_id);
}

/** Deletes a collection. Fails with NOT_FOUND if the collection still contains documents. */
export async function deleteCollection({ db, account_id }: Context, id: string): Promise<{ deleted: true }> {
  return transaction(db, async (tx) => {
    setCommitProof(tx, async (later) => !(await queries.hasCollection(later, account_id, id)));
    if (!(await queries.deleteEmptyCollection(tx, account_id, id))) throw notFound('Empty collection');
    return { deleted: true };
  });
}

export async function readSearchLanguage({ db, account_id }: Context): Promise<KnowledgeLanguage> {
  return { language: await queries.findSearchLanguage(db, account_id) };
}

/**
 * Sets the language for search and queues all documents of the account, because the indexed word stems depend on the
 * language.
 */
export async function changeSearchLanguage(
  ctx: Context,
  language: SearchLanguage,
): Promise<KnowledgeLanguage> {
  await transaction(ctx.db, async (tx) => {
    if (!(await setAccountSearchLanguage(tx, ctx.account_id, language))) return;
    await queries.requeueAllDocuments(tx, ctx.account_id, ctx.now);
    await recordAudit(tx, ctx, { action: 'knowledge.language_changed', details: { language } });
  });
  return { language };
}

/** Removes files older than one day that no document refers to: of failed uploads and of deleted documents. */
export async function deleteUnreferencedFiles(
  { db, now, tools: { files } }: PlatformContext,
  backoff = failFast,
): Promise<void> {
  let keys: string[] = [];
  const clear = async () => {
    const referred = new Set(await queries.listReferencedFileKeys(db, keys));
    for (const key of keys) if (!referred.has(key)) await backoff.run(`file ${key}`, () => files.remove(key));
    keys = [];
  };
  for await (const { key, stored_at } of files.list(AREA)) {
    if (now.getTime() - stored_at.getTime() > DAY_MS) keys.push(key);
    if (keys.length === AT_ONCE) await clear();
  }
  await clear();
}

function requeued(now: Date): queries.DocumentRequeueUpdate {
  return {
    state: 'queued',
    reason: null,
    reason_details: null,
    attempts: 0,
    claim_id: null,
    updated_at: now,
    due_at: now,
  };
}

function assertNames(name: string, collection: string): void {
  if (!meetsRule(name, DOCUMENT_NAME_RULE)) throw badRequest('name', DOCUMENT_NAME_RULE.rule);
  if (!meetsRule(collection, COLLECTION_NAME_RULE)) throw badRequest('collection', COLLECTION_NAME_RULE.rule);
  if (!formatOf(name))
    throw badRequest('name', knowledgeReasons.file_ending({ endings: FILE_ENDINGS.join(', ') }));
}

async function findOrMakeCollection(
  tx: Transaction,
  ctx: Context,
  made: queries.NewCollection,
): Promise<string> {
  const found = await queries.lockCollection(tx, ctx.account_id, made.name);
  if (found) return found;
  await assertBelowLimit(tx, ctx, 'collections');
  return queries.findOrInsertCollection(tx, ctx.account_id, made);
}

async function keep(files: FileStore, content: FileContent): Promise<StoredFile> {
  try {
    return await files.put(AREA, content, { max_bytes: MOST_BYTES });
  } catch (error) {
    if (error instanceof FileTooLarge)
      throw badRequest('file', knowledgeReasons.document_too_large({ most: 25 }));
    throw error;
  }
}
