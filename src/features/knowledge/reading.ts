import { randomUUID } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Clock } from '../../lib/clock.ts';
import type { Passage, Reading } from '../../lib/documents/document.ts';
import { ReaderUnavailable, READERS, type DocumentReader } from '../../lib/documents/reader.ts';
import { fewAtOnce } from '../../lib/fewAtOnce.ts';
import type { FileStore } from '../../lib/files/store.ts';
import { transaction, type Database, type Transaction } from '../../lib/sql.ts';
import { allAtOnce, type Turns } from '../../lib/turns.ts';
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
/** A lane without work looks for new documents while another lane reads, which may take 20 s. */
const LOOK_EVERY_MS = 500;

/** Reads all queued documents in several lanes; an account is in one lane at a time, and accounts take turns. */
export async function readDueDocuments(work: ReadingWork): Promise<number> {
  const lanes = openLanes(work);
  const results = await Promise.allSettled(Array.from({ length: READERS }, () => readInLane(work, lanes)));
  const failed = results.find((result) => result.status === 'rejected');
  if (failed) throw failed.reason;
  return results.reduce((count, result) => count + (result.status === 'fulfilled' ? result.value : 0), 0);
}

async function readInLane(work: ReadingWork, lanes: Lanes): Promise<number> {
  const { turns = allAtOnce } = work;
  for (let count = 0; ;) {
    turns.goOn();
    const claim_id = randomUUID();
    const document = await lanes.claim(claim_id);
    if (document) {
      try {
        if (await isPutBack(work, document, claim_id)) lanes.stop();
        else count++;
      } finally {
        lanes.release(document.account_id);
      }
    } else if (!(await lanes.waitForMore())) return count;
  }
}

type Lanes = ReturnType<typeof openLanes>;

function openLanes(work: ReadingWork) {
  /** Accounts with a document in a lane. */
  const busy = new Set<string>();
  const inTurn = fewAtOnce(1);
  let last: string | undefined;
  let is_over = false;
  let released = Promise.withResolvers<void>();
  return {
    /** One claim after the other, so that each knows the accounts of the others. */
    claim: (claim_id: string) =>
      inTurn(async () => {
        const document = is_over ? undefined : await claimNext(work, claim_id, { last, busy });
        if (document) busy.add((last = document.account_id));
        return document;
      }),
    release(account_id: string) {
      busy.delete(account_id);
      released.resolve();
      released = Promise.withResolvers();
    },
    stop: () => void (is_over = true),
    /** False when no lane has a document, so that none will come. */
    async waitForMore(): Promise<boolean> {
      if (is_over || busy.size === 0) return false;
      const stop = new AbortController();
      const look = sleep(LOOK_EVERY_MS, undefined, { signal: stop.signal }).catch(() => {});
      await Promise.race([released.promise, look]);
      stop.abort();
      return true;
    },
  };
}

/** After the last account continues with the first. */
async function claimNext(
  { db, clock }: ReadingWork,
  claim_id: string,
  { last, busy }: { last: string | undefined; busy: ReadonlySet<string> },
): Promise<queries.ClaimedDocument | undefined> {
  const now = clock.now();
  const claim = { claim_id, now, lease_until: new Date(now.getTime() + LEASE_MS) };
  const next = last && (await claimAfter(db, claim, { after: last, except: busy }));
  return next || claimAfter(db, claim, { except: busy });
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

/** Whether the document waits again, since the process stops, or no file or no process can be had. */
async function isPutBack(
  work: ReadingWork,
  document: queries.ClaimedDocument,
  claim_id: string,
): Promise<boolean> {
  const { turns = allAtOnce } = work;
  let is_put_back = false;
  await turns.take(`document ${document.id}`, async () => {
    const reading = await readOrPutBack(work, document, claim_id);
    if (reading) await writeDown(work, document, claim_id, reading);
    else is_put_back = true;
  });
  return is_put_back;
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
    const { db, clock, turns = allAtOnce } = work;
    const { account_id, id } = document;
    const is_stopping = error instanceof ReaderUnavailable && error.is_closed;
    const due_at = new Date(clock.now().getTime() + (is_stopping ? 0 : UNAVAILABLE_MS));
    await queries.releaseDocument(db, account_id, { id, claim_id }, due_at);
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
