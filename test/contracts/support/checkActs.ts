/*
 * The promises of every operation that changes something, checked from its declaration and a description (`Act`): ids
 * of another account change nothing, the change is audited once, other records of the account stay unchanged, a
 * deletion leaves nothing behind, and a repetition has its declared result. Rows of all tables are compared before and after.
 */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import type { Operation } from '../../../src/doors/declaration.ts';
import type { Schema } from '../../../src/lib/schema/openapi.ts';
import type { World } from '../../support/world.ts';
import type { DeclaredAct } from './acts/act.ts';
import { foreignIdFor, replaceMember } from './foreignIds.ts';
import { assertUnchanged, rowsOnlyIn, tableOf, tablesContaining, type Rows } from './rows.ts';
import { ID, type RequestInput, type AccountCallers } from './stage.ts';

/** The context of the checks; `strangers` is another account. */
export type ActStage = {
  world: World;
  side: AccountCallers;
  strangers: AccountCallers;
  readRows: () => Promise<Rows>;
};

/** An act with a request for which its records exist. */
export type PreparedAct = { name: string; act: DeclaredAct; sent: RequestInput };

type Entry = { action: string; actor_id: string | null; target_id: string | null; details: object };

const LATER_MS = 60_000;
/** Ids and client ids in quotation marks. */
const QUOTED_ID = new RegExp(`"(?:${ID.source}|app_\\w{24})"`, 'g');
const UNKNOWN = '0198f0c4-7c5e-7a10-9d3e-5b1f6a2c8e40';
const UNKNOWN_APP = `app_${'0'.repeat(24)}`;

export function declareAct(stage: ActStage, name: string, act: DeclaredAct, { body }: Operation): void {
  let sent: RequestInput | undefined;
  const prepare = async (): Promise<PreparedAct> => ({
    name,
    act,
    sent: (sent ??= await act.prepare(stage.side.make)),
  });
  const { foreign = 404, chosen = [] } = act;

  if (typeof foreign === 'number')
    test(`${foreign} for ${name} of another account, and nothing changes`, async () => {
      await checkActOnForeignRecord(stage, await prepare(), foreign);
    });
  for (const path of listIdPaths(body).filter(([member = '']) => !chosen.includes(member)))
    test(`4xx for ${name} with ${path.join('.')} of another account, and nothing changes`, async () => {
      await checkActWithForeignMember(stage, await prepare(), path);
    });
  test(`2xx for ${name}, which is audited once and leaves nothing behind`, async () => {
    await checkActEffects(stage, await prepare());
  });
  test(`${act.again} for a repeated ${name}`, async () => {
    await checkRepeatedAct(stage, await prepare());
  });
}

/**
 * Sends the request with ids of another account. Staff can access every account, so their requests get unknown ids
 * instead.
 */
export async function checkActOnForeignRecord(
  stage: ActStage,
  { name, sent }: PreparedAct,
  status: number,
): Promise<void> {
  const before = await stage.readRows();
  const answer = await stage.strangers.ask(name, isOfStaff(name) ? withUnknownIds(sent) : sent);
  assert.equal(answer.status, status, answer.text);
  assertUnchanged(before, await stage.readRows());
}

export async function checkActWithForeignMember(
  { side, strangers, readRows }: ActStage,
  { name, sent }: PreparedAct,
  path: readonly string[],
): Promise<void> {
  const id = await foreignIdFor(path.at(-1) ?? '', isOfStaff(name) ? side.make : strangers.make);
  const before = await readRows();
  const answer = await side.ask(name, { ...sent, body: replaceMember(sent.body, path, id) });
  assert.ok([400, 403, 404].includes(answer.status), `${answer.status} ${answer.text}`);
  assertUnchanged(before, await readRows());
}

export async function checkActEffects(
  { world, side, readRows }: ActStage,
  prepared: PreparedAct,
): Promise<void> {
  const { name, act, sent } = prepared;
  assert.equal(act.foreign === 'names none', !isNaming(sent), JSON.stringify(sent));
  const neighbour = await makeNeighbour(side, prepared);
  const [entries, before] = [await listEntries(world), await readRows()];
  const headers = { 'Idempotency-Key': randomUUID() };
  const { status, text } = await side.ask(name, { ...sent, headers });
  assert.ok(status < 300, text);
  assertAudited(await entriesSince(world, entries), prepared, text);
  const after = await readRows();
  assertOthersKept(side, prepared, { before, after, neighbour });
  if (!name.startsWith('DELETE') || !sent.query) return;
  const left = tablesContaining(after, Object.values(sent.query));
  const kept = Object.keys(act.kept ?? {}).toSorted();
  assert.deepEqual(
    left.filter((table) => table !== 'audit_entries'),
    kept,
  );
}

function makeNeighbour({ make }: AccountCallers, { act, sent }: PreparedAct): unknown {
  if (act.neighbour) return act.neighbour(make, sent);
  return act.foreign === 'names none' ? undefined : act.prepare(make);
}

/**
 * Every removed or changed row must contain an id of the request, except for the declared `moves`. No row may change
 * or appear that contains an id of the neighbour, which is a second record of the same kind in the same account.
 */
function assertOthersKept(
  { tenant }: AccountCallers,
  { act, sent }: PreparedAct,
  { before, after, neighbour }: { before: Rows; after: Rows; neighbour: unknown },
): void {
  const [named, moves] = [namesIn(sent, tenant), act.moves ?? {}];
  const isUnnamed = (row: string) => !named.some((name) => row.includes(name));
  const unnamed = Map.groupBy(rowsOnlyIn(before, after).filter(isUnnamed), tableOf);
  for (const [table, count] of Object.entries(moves)) {
    const rows = unnamed.get(table) ?? [];
    assert.ok(count === 'all' ? rows.length > 0 : rows.length === count, `${table}: ${rows.join()}`);
  }
  const unmeant = [...unnamed].flatMap(([table, rows]) => (table in moves ? [] : rows));
  assert.deepEqual(unmeant, [], 'rows that the request does not name are unchanged');
  const others = new Set(idsIn(neighbour)).difference(new Set(idsIn(sent)));
  const changed = [...rowsOnlyIn(before, after), ...rowsOnlyIn(after, before)];
  assert.deepEqual(
    changed.filter((row) => [...others].some((name) => row.includes(name))),
    [],
    'the neighbour is unchanged',
  );
}

/**
 * Returns the values that identify the records of a request, quoted as in a row. Every row contains its account, so the
 * id of the account counts only if the request names nothing else. A request without ids changes the account and its
 * admin.
 */
function namesIn(sent: RequestInput, { account_id, admin_id }: AccountCallers['tenant']): string[] {
  const own = [`"${admin_id}"`, `"id": "${account_id}"`];
  const asked = Object.values(sent.query ?? {}).map((value) => `"${value}"`);
  const external = Object(sent.body).external_id;
  const named = [...asked, ...idsIn(sent.body), ...(external === undefined ? [] : [`"${external}"`])];
  const records = named.filter((name) => name !== `"${account_id}"`);
  return records.length > 0 ? records : own;
}

function idsIn(sent: unknown): string[] {
  return JSON.stringify(sent ?? null).match(QUOTED_ID) ?? [];
}

/** Runs a minute later, so that a time that is written again is detected. */
export async function checkRepeatedAct(stage: ActStage, prepared: PreparedAct): Promise<void> {
  const { world, side, readRows } = stage;
  const { name, act, sent } = prepared;
  world.clock.advance(LATER_MS);
  await act.between?.(world);
  const [before, entries] = [await readRows(), await listEntries(world)];
  const { status, text } = await side.ask(name, sent);
  if (act.again !== 'anew') {
    assert.equal(status, act.again, text);
    return assertUnchanged(before, await readRows());
  }
  assert.ok(status < 300, text);
  assertAudited(await entriesSince(world, entries), prepared, text);
}

function isOfStaff(name: string): boolean {
  return name.includes('/staff/');
}

function isNaming({ query, body = {} }: RequestInput): boolean {
  return query !== undefined || new RegExp(ID).test(JSON.stringify(body));
}

function withUnknownIds(sent: RequestInput): RequestInput {
  const text = JSON.stringify(sent).replaceAll(ID, UNKNOWN);
  return JSON.parse(text.replaceAll(/app_\w{24}/g, UNKNOWN_APP));
}

/** Lists the paths of members of a request body that contain ids. */
function listIdPaths(schema: Schema | undefined, path: string[] = []): string[][] {
  return Object.entries(schema?.properties ?? {}).flatMap(([member, inner]) => {
    // Values that a page showed are only compared with the stored ones.
    if (member === 'expected') return [];
    const here = [...path, member];
    if ((inner.items ?? inner).format === 'uuid') return [here];
    return listIdPaths(inner, here);
  });
}

/** Sign-ins are excluded, because the callers of the tests sign in again when they have to. */
function listEntries({ db }: World): Promise<Entry[]> {
  return db<Entry[]>`
    select action, actor_id, target_id, details
    from audit_entries
    where action <> 'session.signed_in'
    order by id`;
}

async function entriesSince(world: World, before: readonly Entry[]): Promise<Entry[]> {
  return (await listEntries(world)).slice(before.length);
}

function assertAudited(entries: readonly Entry[], { act, sent }: PreparedAct, answer: string): void {
  const told = entries.map(({ action, details }) => [
    action,
    JSON.parse(JSON.stringify(details).replaceAll(ID, 'ID')),
  ]);
  assert.deepEqual(told, act.audit);
  for (const { action, actor_id, target_id } of entries) {
    const named = `${JSON.stringify(sent)} ${answer} ${actor_id}`;
    assert.ok(target_id === null || named.includes(target_id), `${action} names ${target_id}`);
  }
}
