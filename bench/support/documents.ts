import { randomUUID } from 'node:crypto';
import { addWordCounts, insertPassages } from '../../src/features/knowledge/sql/reading.ts';
import { newId } from '../../src/lib/ids.ts';
import { transaction, type Database } from '../../src/lib/sql/sql.ts';

const PER_DOCUMENT = 1_000;
const AT_ONCE = 200;
const VOCABULARY = 20_000;
const WORDS = 90;

/** Returns a word by its rank. The words have the distribution of natural language: a few are common, most are rare. */
function wordAt(rank: number): string {
  const letters = 'bcdfghklmnprtvz';
  const vowels = 'aeiou';
  let text = '';
  for (let rest = rank + 40; rest > 0; rest = Math.floor(rest / 75)) {
    text += (letters[rest % 15] ?? '') + (vowels[Math.floor(rest / 15) % 5] ?? '');
  }
  return `${text}q`;
}

let seed = 7;
function random(): number {
  seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31;
  return seed / 2 ** 31;
}

function anyWord(): string {
  return wordAt(Math.floor(VOCABULARY ** random()) - 1);
}

export const QUESTIONS: Record<string, (at: number) => string> = {
  'one of the most common words': (at) => wordAt(at % 5),
  'four common words': (at) => [0, 1, 2, 3].map((step) => wordAt((at + step) % 12)).join(' '),
  'one rare word': (at) => wordAt(5_000 + at * 17),
  'a question of eight words': () => Array.from({ length: 8 }, anyWord).join(' '),
  'twenty words': () => Array.from({ length: 20 }, anyWord).join(' '),
};

/** Inserts documents as the document reader would write them, and returns their ids. */
export async function fillLibrary(db: Database, account_id: string, passages: number): Promise<string[]> {
  const collection_id = newId(new Date());
  await db`insert into knowledge_collections ${db({ account_id, id: collection_id, name: 'Bench', created_at: new Date() })}`;
  const ids: string[] = [];
  for (let at = 0; at < passages; at += PER_DOCUMENT) {
    ids.push(await fillDocument(db, account_id, collection_id, Math.min(PER_DOCUMENT, passages - at)));
  }
  return ids;
}

async function fillDocument(db: Database, account_id: string, collection_id: string, passages: number) {
  const [id, now] = [newId(new Date()), new Date()];
  const file = { file_key: `knowledge/${randomUUID()}`, bytes: 1, name: 'bench.txt' };
  const row = { account_id, id, collection_id, ...file, state: 'ready', passages };
  await transaction(db, async (tx) => {
    await tx`insert into knowledge_documents ${tx({ ...row, created_at: now, updated_at: now, due_at: now })}`;
    for (let first_position = 0; first_position < passages; first_position += AT_ONCE) {
      const batch = Array.from({ length: Math.min(AT_ONCE, passages - first_position) }, (_, at) => ({
        page: first_position + at,
        heading: `${anyWord()} ${anyWord()}`,
        text: Array.from({ length: WORDS }, anyWord).join(' '),
      }));
      const place = { document_id: id, collection_id, language: 'english', first_position };
      await insertPassages(tx, account_id, { ...place, passages: batch });
      await addWordCounts(tx, account_id, { ...place, passages: batch });
    }
  });
  return id;
}
