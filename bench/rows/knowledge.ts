import { searchKnowledge } from '../../src/features/knowledge/search.ts';
import { connect } from '../../src/lib/sql/sql.ts';
import { concurrentCallers, interleave } from '../support/measure.ts';
import { fillLibrary, QUESTIONS } from '../support/documents.ts';
import { atMost, type BenchRow } from './row.ts';

const PASSAGES = 20_000;

/** Compares searches of every kind, without HTTP, with an empty statement. */
export const knowledgeSearchBenchmark: BenchRow = {
  name: 'knowledge search',
  async measure({ connection, small, db }, pace) {
    await fillLibrary(db, small.ctx.account_id, PASSAGES);
    await db`analyze`;
    const own = connect(connection, { max: 1 });
    const ctx = { ...small.ctx, db: own };
    const asked = Object.values(QUESTIONS);
    let turn = 0;
    const search = () => {
      const ask = asked[turn % asked.length];
      return searchKnowledge(ctx, { query: ask?.(turn++) ?? '' });
    };
    const { ours, bare } = await interleave(
      { ours: concurrentCallers(1, search), bare: concurrentCallers(1, () => own`select 1`) },
      pace,
    );
    await own.end();
    const reference = { name: '`select 1`', value: bare.p50_ms, p99_ms: bare.p99_ms };
    const { p50_ms, p99_ms } = ours;
    const what = `search in ${PASSAGES} passages`;
    return [{ what, unit: 'ms', ours: p50_ms, p99_ms, reference, budget: atMost(p99_ms, 50, 'ms at p99') }];
  },
};
