import { buffer } from 'node:stream/consumers';
import {
  leasedQueue,
  type PutBackResult,
  type QueueDependencies,
  type QueueItemResult,
} from '../../lib/concurrency/queue/queue.ts';
import type { Passage, DocumentReading } from '../../lib/documents/document.ts';
import { ReaderUnavailable, CONCURRENT_READERS, type DocumentReader } from '../../lib/documents/reader.ts';
import { detailsOf } from '../../lib/errors.ts';
import type { FileStore } from '../../lib/files/store.ts';
import type { Transaction } from '../../lib/sql/sql.ts';
import { knowledgeReasons } from './reasons.ts';
import { findSearchLanguage } from './sql/documents.ts';
import * as queries from './sql/reading.ts';
import { MINUTE_MS } from '../../lib/time/clock.ts';

export type DocumentQueueDependencies = QueueDependencies & { files: FileStore; reader: DocumentReader };

const MOST_ATTEMPTS = 3;
const UNAVAILABLE_MS = MINUTE_MS;
const AT_ONCE = 100;

/**
 * Extracts the text of queued documents. At most one document per account is processed at a time; accounts take turns.
 */
export const DOCUMENT_QUEUE = leasedQueue<queries.ClaimedDocument, DocumentQueueDependencies>({
  ...queries.DOCUMENT_QUEUE_TABLE,
  name: 'document',
  // The lease is longer than the timeouts of extracting the text and of writing the passages together.
  lease_ms: 5 * MINUTE_MS,
  concurrency_limit: CONCURRENT_READERS,
  one_per_account: true,
  work: async (work, document) => resultOf(document, await read(work, document), work.clock.now()),
  onFailure: (_work, _document, error) => putBackAfter(error),
});

/**
 * Handles failures that the document did not cause: the service is stopping, no parser process could be started, or the
 * file store is unavailable. The document is queued again without a failed attempt.
 */
function putBackAfter(error: unknown): PutBackResult | undefined {
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

/**
 * Extracts the text of a document. A document that crashes its parser process is rejected at the first attempt;
 * MOST_ATTEMPTS limits the repetitions after crashes of the service itself.
 */
async function read(
  { files, reader }: DocumentQueueDependencies,
  { account_id, name, file_key, attempts }: queries.ClaimedDocument,
): Promise<DocumentReading> {
  if (attempts > MOST_ATTEMPTS) return { kind: 'refused', reason: knowledgeReasons.document_never_read };
  const content = await load(files, file_key);
  if (!content) return { kind: 'refused', reason: knowledgeReasons.document_file_gone };
  return reader.read(account_id, name, content);
}

function resultOf(
  document: queries.ClaimedDocument,
  reading: DocumentReading,
  updated_at: Date,
): QueueItemResult {
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
  const language = await findSearchLanguage(tx, account_id);
  for (let at = 0; at < passages.length; at += AT_ONCE) {
    const batch = passages.slice(at, at + AT_ONCE);
    const place = { document_id: id, collection_id, language, first_position: at };
    await queries.insertPassages(tx, account_id, { ...place, passages: batch });
    await queries.addWordCounts(tx, account_id, { ...place, passages: batch });
  }
}

function endOf(reading: DocumentReading, updated_at: Date): QueueItemResult['set'] {
  if (reading.kind === 'refused') {
    const { text: reason } = reading.reason;
    const reason_details = JSON.stringify(detailsOf(null, reading.reason));
    return { state: 'failed', reason, reason_details, pages: null, passages: 0, updated_at };
  }
  const { pages, passages } = reading;
  return { state: 'ready', reason: null, reason_details: null, pages, passages: passages.length, updated_at };
}
