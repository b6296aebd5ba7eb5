/*
 * The promises of every list, checked from its declaration and a description (`List`): a stable order over all pages,
 * limits of pages, no rows of another account, and filters alone and combined. The expected rows are computed from the
 * unfiltered list.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Operation } from '../../../src/doors/declaration.ts';
import type { Schema } from '../../../src/lib/schema/openapi.ts';
import {
  byValue,
  IGNORED,
  byRange,
  type Filter,
  type ListCase,
  type Order,
  type ListRow,
} from './lists/list.ts';
import type { CallOperationByName } from './stage.ts';

/** The context of the checks; `strangers` is another account. */
export type ListStage = { ask: CallOperationByName; strangers: CallOperationByName };

/** A list with the filters of its declaration. */
export type DeclaredList = { name: string; list: ListCase; filters: Record<string, Filter> };

const PAGE = 100;
const FEWEST = 4;
const PAGING = ['limit', 'offset'];

export function declareList(stage: ListStage, name: string, list: ListCase, { query }: Operation): void {
  const listed: DeclaredList = { name, list, filters: filtersOf(list, membersOf(query)) };
  test(`200 for ${name} page by page, in one order`, () => checkPages(stage, listed));
  test(`400 for ${name} with a page size or offset out of range`, () => checkPageBounds(stage, listed));
  if (!list.is_shared)
    test(`200 for ${name} without records of another account`, () => checkListIsOfOwnAccount(stage, listed));
  for (const filter of Object.keys(listed.filters))
    test(`200 for ${name} by ${filter}`, () => checkFilter(stage, listed, filter));
  test(`200 for ${name} by two filters at once`, () => checkFilters(stage, listed));
  for (const [sort, order] of Object.entries(list.sorts ?? {}))
    test(`200 for ${name} sorted by ${sort}`, () => checkSort(stage, listed, { sort, order }));
}

async function checkSort(
  { ask }: ListStage,
  { list, ...listed }: DeclaredList,
  { sort, order }: { sort: string; order: Order[] },
): Promise<void> {
  const sorted = { ...listed, list: { ...list, order } };
  const rows = rowsIn(await read(ask, sorted, { sort, limit: String(PAGE) }), sorted);
  const names = rows.map(nameIn(sorted));
  assert.deepEqual(names, rows.toSorted(comparing(sorted)).map(nameIn(sorted)));
  assert.notDeepEqual(names, rows.toSorted(comparing({ ...listed, list })).map(nameIn(sorted)));
}

/** Declares the tests of a list without pages and filters. */
export function declareUnpaginatedList(stage: ListStage, name: string, list: ListCase): void {
  const listed: DeclaredList = { name, list, filters: {} };
  test(`200 for ${name}, in one order`, () => checkOrder(stage, listed));
  if (!list.is_shared)
    test(`200 for ${name} without records of another account`, () => checkWholeOwn(stage, listed));
}

export async function checkOrder({ ask }: ListStage, listed: DeclaredList): Promise<void> {
  assertOrdered(listed, rowsIn(await read(ask, listed), listed));
}

async function checkWholeOwn({ ask, strangers }: ListStage, listed: DeclaredList): Promise<void> {
  assertApart(rowsIn(await read(ask, listed), listed), rowsIn(await read(strangers, listed), listed));
}

export function membersOf(schema: Schema | undefined): string[] {
  return Object.keys(schema?.properties ?? {});
}

/** Returns the declared filters. A filter that is not described compares the member with the same name. */
export function filtersOf(
  { filters = {}, at, always = {} }: ListCase,
  declared: readonly string[],
): DeclaredList['filters'] {
  const names = declared.filter((name) => !PAGING.includes(name) && !(name in always));
  const known: Record<string, Filter> = { ...filters, ...(at !== undefined && byRange(at)) };
  return Object.fromEntries(names.map((name) => [name, known[name] ?? byValue((row) => row[name])]));
}

export async function checkPages({ ask }: ListStage, listed: DeclaredList): Promise<void> {
  const rows = await readAll(ask, listed);
  assertOrdered(listed, rows);
  const limit = Math.ceil(rows.length / 3);
  for (let offset = 0; offset <= rows.length; offset += limit) {
    const answer = await read(ask, listed, { limit: String(limit), offset: String(offset) });
    const shown = rowsIn(answer, listed);
    assert.deepEqual(shown.map(nameIn(listed)), rows.slice(offset, offset + limit).map(nameIn(listed)));
    assert.deepEqual([answer.limit, answer.offset], [limit, offset]);
    assertCounted(answer, { limit, offset, total: rows.length });
  }
  const beyond = await read(ask, listed, { limit: '1', offset: String(rows.length) });
  assert.deepEqual(rowsIn(beyond, listed), []);
  assertCounted(beyond, { limit: 1, offset: rows.length, total: rows.length });
}

export async function checkPageBounds({ ask }: ListStage, listed: DeclaredList): Promise<void> {
  const { list, name } = listed;
  const statusWith = async (query: object) =>
    (await ask(name, { query: { ...list.always, ...query } })).status;
  const refused = [{ limit: '0' }, { limit: '101' }, { limit: '-1' }, { offset: '-1' }, { limit: '1.5' }];
  for (const query of refused) assert.equal(await statusWith(query), 400, JSON.stringify(query));
  for (const limit of ['1', '100']) assert.equal((await read(ask, listed, { limit })).limit, Number(limit));
  const { limit, offset } = await read(ask, listed);
  assert.deepEqual([limit, offset], [50, 0]);
}

export async function checkListIsOfOwnAccount(
  { ask, strangers }: ListStage,
  listed: DeclaredList,
): Promise<void> {
  assertApart(await readAll(ask, listed), await readAll(strangers, listed));
}

function assertOrdered(listed: DeclaredList, rows: readonly ListRow[]): void {
  assert.ok(rows.length >= FEWEST, `populate.ts makes only ${rows.length} rows of ${listed.name}`);
  assert.deepEqual(rows.map(nameIn(listed)), rows.toSorted(comparing(listed)).map(nameIn(listed)));
  assertTied(listed, rows);
}

function assertApart(own: readonly ListRow[], others: readonly ListRow[]): void {
  assert.ok(own.length > 0 && others.length > 0, 'both accounts have rows');
  const names = new Set(own.map((row) => JSON.stringify(row)));
  assert.deepEqual(
    others.filter((row) => names.has(JSON.stringify(row))),
    [],
  );
}

export async function checkFilter({ ask }: ListStage, listed: DeclaredList, filter: string): Promise<void> {
  const { values, picks } = filterIn(listed, filter);
  const rows = await readAll(ask, listed);
  const some = values(rows).slice(0, 6);
  let is_narrowing = filterIn(listed, filter) === IGNORED;
  for (const value of some) {
    const expected = rows.filter((row) => picks(row, value));
    await assertPicked(ask, listed, { [filter]: value }, expected);
    is_narrowing ||= expected.length > 0 && expected.length < rows.length;
  }
  assert.ok(is_narrowing, `no value of ${filter} picks some rows and not all: say more in populate.ts`);
}

/** Combines each filter with the next one, using values for which each filter excludes rows that the other selects. */
export async function checkFilters({ ask }: ListStage, listed: DeclaredList): Promise<void> {
  const rows = await readAll(ask, listed);
  const names = Object.keys(listed.filters).filter((name) => filterIn(listed, name).values(rows).length > 0);
  for (const [at, one] of names.entries()) {
    const other = names[(at + 1) % names.length] ?? one;
    if (other === one) continue;
    const [first, second] = chooseValues(rows, filterIn(listed, one), filterIn(listed, other));
    const expected = rows
      .filter((row) => filterIn(listed, one).picks(row, first))
      .filter((row) => filterIn(listed, other).picks(row, second));
    await assertPicked(ask, listed, { [one]: first, [other]: second }, expected);
  }
}

function chooseValues(rows: readonly ListRow[], one: Filter, other: Filter): [string, string] {
  const pairs = one.values(rows).flatMap((first) =>
    other.values(rows).map((second): { pair: [string, string]; left: number } => {
      const picked = rows.filter((row) => one.picks(row, first));
      const both = picked.filter((row) => other.picks(row, second)).length;
      const others = rows.filter((row) => other.picks(row, second)).length;
      return { pair: [first, second], left: Math.min(picked.length - both, others - both) };
    }),
  );
  const best = pairs.toSorted((a, b) => b.left - a.left)[0];
  assert.ok(best);
  return best.pair;
}

function filterIn({ filters, name }: DeclaredList, filter: string): Filter {
  const found = filters[filter];
  assert.ok(found, `${name} has no filter ${filter}`);
  return found;
}

async function assertPicked(
  ask: CallOperationByName,
  listed: DeclaredList,
  query: Record<string, string>,
  expected: readonly ListRow[],
): Promise<void> {
  const answer = await read(ask, listed, { ...query, limit: String(PAGE) });
  const what = JSON.stringify(query);
  assert.deepEqual(
    rowsIn(answer, listed).map(nameIn(listed)),
    expected.slice(0, PAGE).map(nameIn(listed)),
    what,
  );
  assertCounted(answer, { limit: PAGE, offset: 0, total: expected.length });
}

function assertCounted(
  answer: any,
  { limit, offset, total }: Record<'limit' | 'offset' | 'total', number>,
): void {
  if ('total' in answer) assert.equal(answer.total, total);
  if ('has_more' in answer) assert.equal(answer.has_more, offset + limit < total);
}

/** Requires rows with an equal first key, because otherwise the further keys of the order are not tested. */
function assertTied({ list, name }: DeclaredList, rows: readonly ListRow[]): void {
  const [first] = list.order;
  if (list.order.length === 1 || first === undefined) return;
  const distinct = new Set(rows.map((row) => valueOf(row, first)));
  assert.ok(distinct.size < rows.length, `populate.ts makes no two rows of ${name} at the same time`);
}

async function readAll(ask: CallOperationByName, listed: DeclaredList): Promise<ListRow[]> {
  const rows: ListRow[] = [];
  for (;;) {
    const page = { limit: String(PAGE), offset: String(rows.length) };
    const shown = rowsIn(await read(ask, listed, page), listed);
    rows.push(...shown);
    if (shown.length < PAGE) return rows;
  }
}

async function read(
  ask: CallOperationByName,
  { name, list }: DeclaredList,
  query: Record<string, string> = {},
): Promise<any> {
  const { status, text, body } = await ask(name, { query: { ...list.always, ...query } });
  assert.equal(status, 200, text);
  return body;
}

function rowsIn(answer: any, { list }: DeclaredList): ListRow[] {
  return answer[list.member];
}

function nameIn({ list }: DeclaredList): (row: ListRow) => string {
  return (row) => JSON.stringify(list.order.map((order) => valueOf(row, order)));
}

function comparing({ list }: DeclaredList): (one: ListRow, other: ListRow) => number {
  return (one, other) => {
    for (const order of list.order) {
      const [a, b] = [valueOf(one, order), valueOf(other, order)];
      if (a !== b) return a < b === isHighestFirst(order) ? 1 : -1;
    }
    return 0;
  };
}

function isHighestFirst(order: Order): boolean {
  return typeof order === 'string' && order.startsWith('-');
}

function valueOf(row: ListRow, order: Order): string | number {
  return typeof order === 'string' ? row[order.replace('-', '')] : order(row);
}
