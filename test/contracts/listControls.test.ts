/* Controls of the contract checks: each list has a planted mistake, and its check must fail. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Answer } from '../../support/caller.ts';
import {
  checkPageBounds,
  checkFilter,
  checkFilters,
  checkOrder,
  checkListIsOfOwnAccount,
  checkPages,
  filtersOf,
  type DeclaredList,
} from './support/checkLists.ts';
import { byValue, type ListCase, type ListRow } from './support/lists/list.ts';
import type { CallOperationByName } from './support/stage.ts';

const LIST: ListCase = { member: 'rows', order: ['-created_at', 'id'], at: 'created_at' };
const listed: DeclaredList = {
  name: 'GET /rows',
  list: LIST,
  filters: filtersOf(LIST, ['kind', 'from', 'to', 'limit', 'offset']),
};
const TIMES = ['03', '02', '02', '02', '01', '01'].map((day) => `2026-03-${day}T09:00:00.000Z`);
const ROWS: ListRow[] = TIMES.map((created_at, at) => ({
  id: `row-${at}`,
  created_at,
  kind: at % 2 === 0 ? 'a' : 'b',
}));

type Query = Record<string, string | undefined>;
type Parts = {
  rows: (rows: readonly ListRow[], query: Query) => readonly ListRow[];
  picks: (row: ListRow, query: Query) => boolean;
  total: (all: number) => number;
  most: number;
};

const RIGHT: Parts = {
  rows: (rows) => rows,
  picks: (row, { kind = row.kind, from = '', to = '~' }) =>
    row.kind === kind && row.created_at >= from && row.created_at <= to,
  total: (all) => all,
  most: 100,
};

/** Returns a list that keeps all promises, except for the planted mistake. */
function listWith(planted: Partial<Parts>, prefix = ''): CallOperationByName {
  const { rows, picks, total, most } = { ...RIGHT, ...planted };
  return async (_name, { query = {} } = {}) => {
    const [limit, offset] = [Number(query['limit'] ?? 50), Number(query['offset'] ?? 0)];
    const is_right = Number.isInteger(limit) && limit >= 1 && limit <= most && offset >= 0;
    const all = rows(ROWS, query).filter((row) => picks(row, query));
    const shown = all.slice(offset, offset + limit).map((row) => ({ ...row, id: prefix + row.id }));
    const body = { rows: shown, total: total(all.length), limit, offset };
    return { status: is_right ? 200 : 400, headers: new Headers(), text: '', body } satisfies Answer;
  };
}

const strangers = listWith({}, 'other-');
const stageOf = (planted: Partial<Parts>) => ({ ask: listWith(planted), strangers });
const turned = (rows: readonly ListRow[], { offset }: Query) =>
  offset === '2' ? rows.with(1, rows[2]).with(2, rows[1]) : rows;
const beforeTo = (row: ListRow, query: Query) => RIGHT.picks(row, query) && row.created_at !== query['to'];
const oneFilter = (row: ListRow, { kind, ...query }: Query) =>
  RIGHT.picks(row, query['to'] === undefined ? { ...query, kind } : query);

const CONTROLS: [string, () => Promise<void>][] = [
  ['a wrong order', () => checkPages(stageOf({ rows: (rows) => rows.toReversed() }), listed)],
  ['a wrong order across pages', () => checkOrder(stageOf({ rows: (rows) => rows.toReversed() }), listed)],
  [
    'rows with equal times in another order on the next page',
    () => checkPages(stageOf({ rows: turned }), listed),
  ],
  ['a total that is one too high', () => checkPages(stageOf({ total: (all) => all + 1 }), listed)],
  ['a page of 101 rows', () => checkPageBounds(stageOf({ most: 101 }), listed)],
  ['a page of at most 99 rows', () => checkPageBounds(stageOf({ most: 99 }), listed)],
  ['a range that excludes its end', () => checkFilter(stageOf({ picks: beforeTo }), listed, 'to')],
  [
    'a filter that is ignored if another one is set',
    () => checkFilters(stageOf({ picks: oneFilter }), listed),
  ],
  ['rows of another account', () => checkListIsOfOwnAccount({ ask: strangers, strangers }, listed)],
  [
    'a filter that test data cannot distinguish from no filter',
    () => checkFilter(stageOf({}), { ...listed, filters: { size: byValue((row) => row.size) } }, 'size'),
  ],
];

for (const [what, check] of CONTROLS)
  test(`control: ${what} is detected`, async () => {
    await assert.rejects(check(), { code: 'ERR_ASSERTION' });
  });

test('control: the same list without a mistake passes', async () => {
  const stage = stageOf({});
  await checkPages(stage, listed);
  await checkPageBounds(stage, listed);
  await checkListIsOfOwnAccount(stage, listed);
  for (const filter of ['kind', 'from', 'to']) await checkFilter(stage, listed, filter);
  await checkFilters(stage, listed);
});
