import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import type { Operation } from '../../../src/doors/declaration.ts';
import type { Schema } from '../../../src/lib/schema/openapi.ts';
import type { World } from '../../support/world.ts';
import type { Act } from './acts/act.ts';
import { foreignIdFor, replaceIn } from './foreignIds.ts';
import { assertUnchanged, tablesNaming, type Rows } from './rows.ts';
import { ID, type Sent, type Side } from './stage.ts';

/** What the checks of acts work with; `strangers` is another account. */
export type ActStage = { world: World; side: Side; strangers: Side; readRows: () => Promise<Rows> };

/** An act on what was made for it. */
export type Prepared = { name: string; act: Act; sent: Sent };

type Entry = { action: string; actor_id: string | null; target_id: string | null; details: object };

const LATER_MS = 60_000;
const UNKNOWN = '0198f0c4-7c5e-7a10-9d3e-5b1f6a2c8e40';
const UNKNOWN_APP = `app_${'0'.repeat(24)}`;

export function declareAct(stage: ActStage, name: string, act: Act, { body }: Operation): void {
  let sent: Sent | undefined;
  const prepare = async (): Promise<Prepared> => ({
    name,
    act,
    sent: (sent ??= await act.prepare(stage.side.make)),
  });
  const { foreign = 404, chosen = [] } = act;

  if (typeof foreign === 'number')
    test(`${foreign} for ${name} of another account, and nothing changes`, async () => {
      await checkForeign(stage, await prepare(), foreign);
    });
  for (const path of listIdPaths(body).filter(([member = '']) => !chosen.includes(member)))
    test(`4xx for ${name} with ${path.join('.')} of another account, and nothing changes`, async () => {
      await checkForeignMember(stage, await prepare(), path);
    });
  test(`2xx for ${name}, which is audited once and leaves nothing behind`, async () => {
    await checkDone(stage, await prepare());
  });
  test(`${act.again} for ${name} once more`, async () => {
    await checkAgain(stage, await prepare());
  });
}

/** Staff see every account, so that nothing is foreign to them: they name what is not there. */
export async function checkForeign(stage: ActStage, { name, sent }: Prepared, status: number): Promise<void> {
  const before = await stage.readRows();
  const answer = await stage.strangers.ask(name, isOfStaff(name) ? withUnknownIds(sent) : sent);
  assert.equal(answer.status, status, answer.text);
  assertUnchanged(before, await stage.readRows());
}

export async function checkForeignMember(
  { side, strangers, readRows }: ActStage,
  { name, sent }: Prepared,
  path: readonly string[],
): Promise<void> {
  const id = await foreignIdFor(path.at(-1) ?? '', isOfStaff(name) ? side.make : strangers.make);
  const before = await readRows();
  const answer = await side.ask(name, { ...sent, body: replaceIn(sent.body, path, id) });
  assert.ok([400, 403, 404].includes(answer.status), `${answer.status} ${answer.text}`);
  assertUnchanged(before, await readRows());
}

export async function checkDone({ world, side, readRows }: ActStage, prepared: Prepared): Promise<void> {
  const { name, act, sent } = prepared;
  assert.equal(act.foreign === 'names none', !isNaming(sent), JSON.stringify(sent));
  const before = await listEntries(world);
  const headers = { 'Idempotency-Key': randomUUID() };
  const { status, text } = await side.ask(name, { ...sent, headers });
  assert.ok(status < 300, text);
  assertAudited(await entriesSince(world, before), prepared, text);
  if (!name.startsWith('DELETE') || !sent.query) return;
  const left = tablesNaming(await readRows(), Object.values(sent.query));
  const kept = Object.keys(act.kept ?? {}).toSorted();
  assert.deepEqual(
    left.filter((table) => table !== 'audit_entries'),
    kept,
  );
}

/** A minute later, so that a time which is written again is seen. */
export async function checkAgain(stage: ActStage, prepared: Prepared): Promise<void> {
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

function isNaming({ query, body = {} }: Sent): boolean {
  return query !== undefined || new RegExp(ID).test(JSON.stringify(body));
}

function withUnknownIds(sent: Sent): Sent {
  const text = JSON.stringify(sent).replaceAll(ID, UNKNOWN);
  return JSON.parse(text.replaceAll(/app_\w{24}/g, UNKNOWN_APP));
}

/** Where a body may hold an id. */
function listIdPaths(schema: Schema | undefined, path: string[] = []): string[][] {
  return Object.entries(schema?.properties ?? {}).flatMap(([member, inner]) => {
    const here = [...path, member];
    if ((inner.items ?? inner).format === 'uuid') return [here];
    return listIdPaths(inner, here);
  });
}

/** Callers sign in again where they have to. */
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

function assertAudited(entries: readonly Entry[], { act, sent }: Prepared, answer: string): void {
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
