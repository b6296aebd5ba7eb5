import { randomUUID } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { writeWhileLeased } from '../../lib/concurrency/claims.ts';
import type { Clock } from '../../lib/time/clock.ts';
import type { Passage, Reading } from '../../lib/documents/document.ts';
import { ReaderUnavailable, READERS, type DocumentReader } from '../../lib/documents/reader.ts';
import type { FileStore } from '../../lib/files/store.ts';
import { workInLanes } from '../../lib/concurrency/lanes.ts';
import { isLockTimeout, transaction, type Database, type Transaction } from '../../lib/sql/sql.ts';
import { allAtOnce, type Turns } from '../../lib/concurrency/turns.ts';
import { findLanguage } from './sql/documents.ts';
import * as queries from './sql/reading.ts';

export type ReadingWork = {
  db: Database;
  clock: Clock;
  files: FileStore;
  reader: DocumentReader;
  turns?: Turns;
};

/** Longer than reading and writing may take, so that only a dead process loses its claim. */
const LEASE_MS = 300_000;
const MOST_ATTEMPTS = 3;
const UNAVAILABLE_MS = 60_000;
const AT_ONCE = 100;
/** Reads all queued documents, at most one of an account at a time, and accounts in turn. */
export async function readDueDocuments(work: ReadingWork): Promise<number> {
  const { turns = allAtOnce } = work;
  let count = 0;
  await workInLanes<Claimed>({
    lanes: READERS,
    async claim({ last, except }) {
      turns.goOn();
      const claim_id = randomUUID();
      const document = await claimNext(work, claim_id, { last, except });
      return document && { account_id: document.account_id, document, claim_id };
    },
    async work({ document, claim_id }) {
      const is_put_back = await isPutBack(work, document, claim_id);
      if (!is_put_back) count++;
      return !is_put_back;
    },
  });
  return count;
}

type Claimed = { account_id: string; document: queries.ClaimedDocument; claim_id: string };

/** After the last account continues with the first. */
async function claimNext(
  { db, clock }: ReadingWork,
  claim_id: string,
  { last, except }: { last: string | undefined; except: ReadonlySet<string> },
): Promise<queries.ClaimedDocument | undefined> {
  const now = clock.now();
  const claim = { claim_id, now, lease_until: new Date(now.getTime() + LEASE_MS) };
  const next = last && (await claimAfter(db, claim, { after: last, except }));
  return next || claimAfter(db, claim, { except });
}

async function claimAfter(
  db: Database,
  claim: queries.Claim,
  among: { after?: string; except: ReadonlySet<string> },
): Promise<queries.ClaimedDocument | undefined> {
  for (const { account_id, id } of await queries.listDueDocuments(db, { now: claim.now, ...among })) {
    const claimed = await queries.claimDocument(db, account_id, id, claim);
    if (claimed) return claimed;
  }
  return undefined;
}

/** True if the document is queued again: the service stops, or its file or a process is unavailable. */
async function isPutBack(
  work: ReadingWork,
  document: queries.ClaimedDocument,
  claim_id: string,
): Promise<boolean> {
  const { turns = allAtOnce } = work;
  let is_put_back = false;
  await turns.take(`document ${document.id}`, async () => {
    const reading = await readOrPutBack(work, document, claim_id);
    is_put_back = !reading || !(await isWritten(work, document, claim_id, reading));
  });
  return is_put_back;
}

/** False if another transaction locks what would be written: the document is queued again and the attempt does not count. */
async function isWritten(
  work: ReadingWork,
  document: queries.ClaimedDocument,
  claim_id: string,
  reading: Reading,
): Promise<boolean> {
  const { turns = allAtOnce } = work;
  try {
    await writeDown(work, document, claim_id, reading);
    return true;
  } catch (error) {
    if (!isLockTimeout(error)) throw error;
    await putBack(work, document, claim_id, UNAVAILABLE_MS);
    turns.fail('passages of documents', error);
    return false;
  }
}

/** A lock on the document itself also keeps others from claiming it. */
async function putBack(
  { db, clock }: ReadingWork,
  { account_id, id }: queries.ClaimedDocument,
  claim_id: string,
  later_ms: number,
): Promise<void> {
  const now_ms = clock.now().getTime();
  const lease_until = new Date(now_ms + LEASE_MS);
  await writeWhileLeased({ clock, lease_until }, () =>
    queries.releaseDocument(db, account_id, { id, claim_id }, new Date(now_ms + later_ms)),
  );
}

/** A service that stops or starts no process, and a store that is away, say nothing about the document: the attempt does not count. */
async function readOrPutBack(
  work: ReadingWork,
  document: queries.ClaimedDocument,
  claim_id: string,
): Promise<Reading | undefined> {
  try {
    return await read(work, document);
  } catch (error) {
    if (!(error instanceof ReaderUnavailable || error instanceof FilesAway)) throw error;
    const { turns = allAtOnce } = work;
    const is_stopping = error instanceof ReaderUnavailable && error.is_closed;
    await putBack(work, document, claim_id, is_stopping ? 0 : UNAVAILABLE_MS);
    if (!is_stopping) turns.fail(error.message, error.cause);
    return undefined;
  }
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
): Promise<Reading> {
  if (attempts > MOST_ATTEMPTS)
    return { kind: 'refused', reason: 'It could not be read in several attempts.' };
  const content = await load(files, file_key);
  if (!content) return { kind: 'refused', reason: 'Its file is gone.' };
  return reader.read(account_id, name, content);
}

async function writeDown(
  { db, clock }: ReadingWork,
  document: queries.ClaimedDocument,
  claim_id: string,
  reading: Reading,
): Promise<void> {
  const { account_id, id } = document;
  const language = await findLanguage(db, account_id);
  await transaction(db, async (tx) => {
    if (!(await queries.endReading(tx, account_id, { id, claim_id }, endOf(reading, clock.now())))) return;
    await queries.deletePassages(tx, account_id, id);
    if (reading.kind === 'read') await index(tx, document, language, reading.passages);
  });
}

async function index(
  tx: Transaction,
  { account_id, id, collection_id }: queries.ClaimedDocument,
  language: string,
  passages: readonly Passage[],
): Promise<void> {
  for (let at = 0; at < passages.length; at += AT_ONCE) {
    const batch = passages.slice(at, at + AT_ONCE);
    const place = { document_id: id, collection_id, language, first_position: at };
    await queries.insertPassages(tx, account_id, { ...place, passages: batch });
    await queries.addWords(tx, account_id, { ...place, passages: batch });
  }
}

function endOf(reading: Reading, updated_at: Date): queries.End {
  if (reading.kind === 'refused') {
    return { state: 'failed', reason: reading.reason, pages: null, passages: 0, updated_at };
  }
  const { pages, passages } = reading;
  return { state: 'ready', reason: null, pages, passages: passages.length, updated_at };
}
