import { setTimeout as sleep } from 'node:timers/promises';
import { NIL_ID } from '../../lib/ids.ts';
import type { Database } from '../../lib/sql/sql.ts';
import * as queries from './sql/requestLog.ts';
import { WRITE_EVERY_MS } from './recorder.ts';

/*
 * Erases personal data from the request log. A name or email address can occur anywhere in the stored query strings and
 * bodies, in several encodings and truncated. No index finds such texts, so the whole log of the account is read in
 * pages, and the query string and bodies of each match are removed completely.
 */

/** The number of rows per statement, because the log of an account can be long. */
const ROWS_AT_ONCE = 2_000;

/** The time after which every process has written the requests that were in its memory. */
export const MOST_UNWRITTEN_MS = 2 * WRITE_EVERY_MS;
/** Parts of a truncated name that are shorter than this do not identify a person. */
const LEAST_REMAINDER = 3;

/** Erases the texts after a delay, in which every process writes the requests that are still in its memory. */
export async function eraseFromRequestLogAfterFlush(
  db: Database,
  account_id: string,
  texts: readonly string[],
): Promise<void> {
  await sleep(MOST_UNWRITTEN_MS);
  await eraseFromRequestLog(db, account_id, texts);
}

/** Removes the query string and bodies of each logged request that contains one of the texts. */
export async function eraseFromRequestLog(
  db: Database,
  account_id: string,
  texts: readonly string[],
): Promise<void> {
  const spellings = [...new Set(texts.flatMap(spellingsOf))];
  const remainders = [...new Set(spellings.flatMap(remaindersOf))];
  let after_id = NIL_ID;
  for (;;) {
    const last_id = await queries.findLastIdOfPage(db, account_id, after_id, ROWS_AT_ONCE);
    if (last_id === undefined) return;
    await queries.emptyRequestsContaining(db, account_id, { after_id, last_id, spellings, remainders });
    after_id = last_id;
  }
}

/** The text in lower case in all encodings: plain, JSON, JSON in ASCII, and URL-encoded. */
function spellingsOf(text: string): string[] {
  const json = JSON.stringify(text).slice(1, -1);
  const ascii = json.replaceAll(
    /[^\x20-\x7e]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  const in_query = encodeURIComponent(text);
  return [text, json, ascii, in_query, in_query.replaceAll('%20', '+')].map((one) => one.toLowerCase());
}

/**
 * All beginnings of the text with at least LEAST_REMAINDER characters, followed by an ellipsis, as `truncateText`
 * leaves them at the end of a stored text.
 */
function remaindersOf(spelling: string): string[] {
  return Array.from(
    { length: Math.max(0, spelling.length - LEAST_REMAINDER) },
    (_, at) => `${spelling.slice(0, at + LEAST_REMAINDER).toWellFormed()}…`,
  );
}
