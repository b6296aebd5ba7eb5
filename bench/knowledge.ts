import { accountWordPrefix } from '../src/features/knowledge/searchWords.ts';
import { searchKnowledge } from '../src/features/knowledge/search.ts';
import { fillLibrary, QUESTIONS } from './support/documents.ts';
import { openBenchDatabase } from './support/benchDatabase.ts';
import { percentile, formatTable } from './support/figures.ts';

/*
 * node bench/knowledge.ts [passages] [searches]
 * Measures the knowledge search in a large account, next to another account with the same words, by how common the
 * searched words are. Budget: a p95 of 50 ms.
 */
const [passages = 100_000, searches = 300] = process.argv.slice(2).map(Number);
const stage = await openBenchDatabase();
const { db } = stage;
const other = await stage.account();
const ctx = await stage.account();
const started = performance.now();
const mine = new Set(await fillLibrary(db, ctx.account_id, passages));
await fillLibrary(db, other.account_id, Math.ceil(passages / 5));
await db`analyze`;
process.stdout.write(
  `filled ${passages} passages, and a fifth of it for the other, in ${Math.round((performance.now() - started) / 1000)} s\n`,
);

const rows = [];
const all: number[] = [];
let foreign = 0;
for (const [what, ask] of Object.entries(QUESTIONS)) {
  const times: number[] = [];
  for (let at = 0; at < searches; at++) {
    const from = performance.now();
    const found = await searchKnowledge(ctx, { query: ask(at) });
    times.push(performance.now() - from);
    foreign += found.passages.filter(({ document_id }) => !mine.has(document_id)).length;
  }
  all.push(...times);
  rows.push({ what, ...numbersOf(times) });
}
const nothing: number[] = [];
for (let at = 0; at < searches; at++) {
  const from = performance.now();
  await db`select 1`;
  nothing.push(performance.now() - from);
}
rows.push({ what: 'for comparison, a statement that does nothing', ...numbersOf(nothing) });
rows.push({ what: 'all together', ...numbersOf(all) });
formatTable(rows);
process.stdout.write(
  `passages of the other account (words of ${accountWordPrefix(other.account_id)}): ${foreign}\n`,
);
await stage.close();
process.exitCode = foreign === 0 && percentile(all, 0.95) <= 50 ? 0 : 1;

function numbersOf(times: number[]) {
  const ms = (share: number) => `${percentile(times, share).toFixed(1)} ms`;
  return { searches: times.length, p50: ms(0.5), p95: ms(0.95), p99: ms(0.99) };
}
