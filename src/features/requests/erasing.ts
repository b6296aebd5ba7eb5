import { NIL_ID } from '../../lib/ids.ts';
import type { Database } from '../../lib/sql.ts';
import * as queries from './queries.ts';

/** A statement reads this many rows at most, since the log of an account may be long. */
const PAGE = 2_000;

/** Removes the query and the bodies of every logged request that holds one of the texts. */
export async function eraseFromLog(
  db: Database,
  account_id: string,
  texts: readonly string[],
): Promise<void> {
  const spellings = [...new Set(texts.flatMap(spellingsOf))];
  let after_id = NIL_ID;
  for (;;) {
    const last_id = await queries.findPageEnd(db, account_id, after_id, PAGE);
    if (last_id === undefined) return;
    await queries.eraseTexts(db, account_id, { after_id, last_id, spellings });
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
