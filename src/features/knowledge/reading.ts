import { buffer } from 'node:stream/consumers';
import { leasedQueue, type PutBack, type QueueWork, type Result } from '../../lib/concurrency/queue/queue.ts';
import type { Passage, DocumentReading } from '../../lib/documents/document.ts';
import { ReaderUnavailable, READERS, type DocumentReader } from '../../lib/documents/reader.ts';
import type { FileStore } from '../../lib/files/store.ts';
import type { Transaction } from '../../lib/sql/sql.ts';
import { findLanguage } from './sql/documents.ts';
import * as queries from './sql/reading.ts';

export type ReadingWork = QueueWork & { files: FileStore; reader: DocumentReader };

const MOST_ATTEMPTS = 3;
const UNAVAILABLE_MS = 60_000;
const AT_ONCE = 100;

/** Reads queued documents, at most one of an account at a time, and accounts in turn. */
export const DOCUMENT_QUEUE = leasedQueue<queries.ClaimedDocument, ReadingWork>({
  ...queries.DOCUMENTS,
  name: 'document',
  // Longer than reading and writing may take.
  lease_ms: 300_000,
  at_once: READERS,
  takes_turns: true,
  work: async (work, document) => resultOf(document, await read(work, document), work.clock.now()),
  onFailure: (_work, _document, error) => putBackAfter(error),
});

/** A service that stops or starts no process, and a store that is away, say nothing about the document. */
function putBackAfter(error: unknown): PutBack | undefined {
  if (!(error instanceof ReaderUnavailable || error instanceof FilesAway)) return undefined;
  if (error instanceof ReaderUnavailable && error.is_closed) return { put_back_ms: 0 };
  return { put_back_ms: UNAVAILABLE_MS, fault: { piece: error.message, error: error.cause } };
}

class FilesAway extends Error {}

async function load(files: FileStore, key: string): Promise<Buffer | undefined> {
  try {
    const file = await files.open(key);
    return file && (await buffer(file.content));
  } catch (cause) {
    throw new FilesAway('files of documents', { cause });
  }
}

/** A document that ends the process that reads it is refused at once; this bound is for deaths of the service itself. */
async function read(
  { files, reader }: ReadingWork,
  { account_id, name, file_key, attempts }: queries.ClaimedDocument,
): Promise<DocumentReading> {
  if (attempts > MOST_ATTEMPTS)
    return { kind: 'refused', reason: 'It could not be read in several attempts.' };
  const content = await load(files, file_key);
  if (!content) return { kind: 'refused', reason: 'Its file is gone.' };
  return reader.read(account_id, name, content);
}

function resultOf(document: queries.ClaimedDocument, reading: DocumentReading, updated_at: Date): Result {
  return {
    set: endOf(reading, updated_at),
    async also(tx) {
      await queries.deletePassages(tx, document.account_id, document.id);
      if (reading.kind === 'read') await index(tx, document, reading.passages);
    },
  };
}

async function index(
  tx: Transaction,
  { account_id, id, collection_id }: queries.ClaimedDocument,
  passages: readonly Passage[],
): Promise<void> {
  const language = await findLanguage(tx, account_id);
  for (let at = 0; at < passages.length; at += AT_ONCE) {
    const batch = passages.slice(at, at + AT_ONCE);
    const place = { document_id: id, collection_id, language, first_position: at };
    await queries.insertPassages(tx, account_id, { ...place, passages: batch });
    await queries.addWords(tx, account_id, { ...place, passages: batch });
  }
}

function endOf(reading: DocumentReading, updated_at: Date): Result['set'] {
  if (reading.kind === 'refused') {
    return { state: 'failed', reason: reading.reason, pages: null, passages: 0, updated_at };
  }
  const { pages, passages } = reading;
  return { state: 'ready', reason: null, pages, passages: passages.length, updated_at };
}
