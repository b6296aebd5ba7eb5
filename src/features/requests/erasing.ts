import { setTimeout as sleep } from 'node:timers/promises';
import { NIL_ID } from '../../lib/ids.ts';
import type { Database } from '../../lib/sql/sql.ts';
import * as queries from './queries.ts';
import { WRITE_EVERY_MS } from './recorder.ts';

/** A statement reads this many rows at most, since the log of an account may be long. */
const PAGE = 2_000;

/** Each process writes its requests in batches; a batch that was recorded before the call is written within this time. */
export const UNWRITTEN_MS = 2 * WRITE_EVERY_MS;
/** A shorter remainder of a name that was cut off identifies nobody. */
const LEAST_REMAINDER = 3;

/** Erases the texts after every process has written the requests that it recorded before the call. */
export async function eraseFromLogAfterFlush(
  db: Database,
  account_id: string,
  texts: readonly string[],
): Promise<void> {
  await sleep(UNWRITTEN_MS);
  await eraseFromLog(db, account_id, texts);
}

/** Removes the query and the bodies of every logged request that holds one of the texts. */
export async function eraseFromLog(
  db: Database,
  account_id: string,
  texts: readonly string[],
): Promise<void> {
  const spellings = [...new Set(texts.flatMap(spellingsOf))];
  const remainders = [...new Set(spellings.flatMap(remaindersOf))];
  let after_id = NIL_ID;
  for (;;) {
    const last_id = await queries.findPageEnd(db, account_id, after_id, PAGE);
    if (last_id === undefined) return;
    await queries.eraseTexts(db, account_id, { after_id, last_id, spellings, remainders });
    after_id = last_id;
  }
}

/** In lower case: as it is, in JSON, in JSON of ASCII only, and in a query. */
function spellingsOf(text: string): string[] {
  const json = JSON.stringify(text).slice(1, -1);
  const ascii = json.replaceAll(
    /[^\x20-\x7e]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  const in_query = encodeURIComponent(text);
  return [text, json, ascii, in_query, in_query.replaceAll('%20', '+')].map((one) => one.toLowerCase());
}

/** The ends of a text that was cut off within the spelling, as `cap` and `toWellFormed` leave them. */
function remaindersOf(spelling: string): string[] {
  return Array.from(
    { length: Math.max(0, spelling.length - LEAST_REMAINDER) },
    (_, at) => `${spelling.slice(0, at + LEAST_REMAINDER).toWellFormed()}…`,
  );
}
