import { userOf } from '../../access/actor.ts';
import type { Context } from '../../access/context.ts';
import { assertRoom, assertRoomForFile, assertRoomToUpload } from '../../access/limits/limits.ts';
import type { Platform } from '../../access/platform.ts';
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
import { setAccountLanguage } from '../accounts/accounts.ts';
import {
  COLLECTION_NAME,
  DOCUMENT_NAME,
  type Collection,
  type DocumentFilter,
  type KnowledgeDocument,
  type KnowledgeLanguage,
  type SearchLanguage,
} from './contract.ts';
import * as queries from './sql/documents.ts';

const AREA = 'knowledge';
const MOST_BYTES = 25 * 1024 * 1024;
const FIRST_COLLECTION = 'General';
const AT_ONCE = 200;

/** A collection is named, and made when there is none of that name. */
export type Upload = { name: string; collection?: string | undefined; content: FileContent };

/** Stores the file before its row; `state` tells how reading it goes. */
export async function uploadDocument(ctx: Context, upload: Upload): Promise<KnowledgeDocument> {
  const { db, account_id, actor, now, tools } = ctx;
  const { name, collection = FIRST_COLLECTION } = upload;
  assertNames(name, collection);
  const [id, collection_id] = [newId(now), newId(now)];
  await assertRoomToUpload(db, ctx, 'documents');
  const file = await keep(tools.files, upload.content);
  return transaction(db, async (tx) => {
    await assertRoom(tx, ctx, 'documents');
    await assertRoomForFile(tx, account_id, file.bytes);
    const made = { id: collection_id, name: collection, created_at: now };
    await queries.insertDocument(tx, account_id, {
      id,
      collection_id: await findOrMakeCollection(tx, ctx, made),
      name,
      file_key: file.key,
      bytes: file.bytes,
      state: 'queued',
      uploaded_by: userOf(actor),
      created_at: now,
      updated_at: now,
      due_at: now,
    });
    await recordAudit(tx, ctx, { action: 'document.uploaded', target_id: id, details: { name } });
    return readDocument({ db: tx, account_id }, id);
  });
}

/** Search finds the old passages until the new ones are written. */
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
    await assertRoomForFile(tx, account_id, file.bytes - held.bytes);
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

/** No search finds it from now on. */
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

/** The change is committed: a file that could not be removed is removed by `forgetFiles`. */
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

export async function listDocuments(
  { db, account_id }: Context,
  filter: DocumentFilter,
): Promise<{ documents: KnowledgeDocument[]; total: number; limit: number; offset: number }> {
  const { limit, offset } = filter;
  return { ...(await queries.listDocuments(db, account_id, filter)), limit, offset };
}

export function listCollections({ db, account_id }: Context): Promise<Collection[]> {
  return queries.listCollections(db, account_id);
}

/** Deletes an empty collection; documents are deleted one by one first. */
export async function deleteCollection({ db, account_id }: Context, id: string): Promise<{ deleted: true }> {
  return transaction(db, async (tx) => {
    setCommitProof(tx, async (later) => !(await queries.hasCollection(later, account_id, id)));
    if (!(await queries.deleteEmptyCollection(tx, account_id, id))) throw notFound('Empty collection');
    return { deleted: true };
  });
}

export async function readLanguage({ db, account_id }: Context): Promise<KnowledgeLanguage> {
  return { language: await queries.findLanguage(db, account_id) };
}

/** All documents are read again in the new language. */
export async function changeLanguage(ctx: Context, language: SearchLanguage): Promise<KnowledgeLanguage> {
  await transaction(ctx.db, async (tx) => {
    if (!(await setAccountLanguage(tx, ctx.account_id, language))) return;
    await queries.requeueDocuments(tx, ctx.account_id, ctx.now);
    await recordAudit(tx, ctx, { action: 'knowledge.language_changed', details: { language } });
  });
  return { language };
}

/** Removes files of unfinished uploads and of deleted documents. */
export async function forgetFiles(
  { db, now, tools: { files } }: Platform,
  backoff = failFast,
): Promise<void> {
  let keys: string[] = [];
  const clear = async () => {
    const referred = new Set(await queries.listReferredFiles(db, keys));
    for (const key of keys) if (!referred.has(key)) await backoff.run(`file ${key}`, () => files.remove(key));
    keys = [];
  };
  for await (const { key, stored_at } of files.list(AREA)) {
    if (now.getTime() - stored_at.getTime() > DAY_MS) keys.push(key);
    if (keys.length === AT_ONCE) await clear();
  }
  await clear();
}

function requeued(now: Date): queries.Requeued {
  return { state: 'queued', reason: null, attempts: 0, claim_id: null, updated_at: now, due_at: now };
}

function assertNames(name: string, collection: string): void {
  if (!meetsRule(name, DOCUMENT_NAME)) throw badRequest('name', DOCUMENT_NAME.rule);
  if (!meetsRule(collection, COLLECTION_NAME)) throw badRequest('collection', COLLECTION_NAME.rule);
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
  await assertRoom(tx, ctx, 'collections');
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
