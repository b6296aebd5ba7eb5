import assert from 'node:assert/strict';
import { cp, mkdir, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { makeScratch } from './support/copies.ts';
import { listMistakes, type Mistake } from './support/mistakes.ts';
import { findRejected, selectAccepted } from './support/rejectedByChecks.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const FILE = 'src/seat.ts';
/** The checks reject the last line even without a mistake. */
const TEXT = `
export type Seat = { name: string; serial?: string };
const limit = 7;
export async function readSerial(seat: Seat, save: (serial: string) => Promise<string>): Promise<string> {
  if (seat.serial === undefined) return seat.name;
  if (seat.name.length > limit) await save(seat.name);
  const saved = await save(seat.serial);
  return saved.trim();
}
export const row = (seat: Seat, id: string) => ({ ...seat, id });
export const named = (seat: Seat, serial: string) => ({ ...seat, serial });
export const headed = (seat: Record<string, string>, tag: string) => ({ ...seat, tag });
export const wrong: number = 'seven';
`;

const root = await makeScratch();
after(() => rm(root, { recursive: true, force: true }));
await mkdir(join(root, 'src'));
for (const name of ['tsconfig.json', '.oxlintrc.json']) await cp(join(ROOT, name), join(root, name));
await symlink(join(ROOT, 'node_modules'), join(root, 'node_modules'));
await writeFile(join(root, FILE), TEXT);
const files = new Map([[FILE, TEXT]]);
const mistakes = listMistakes(FILE, TEXT);
const refused = await findRejected(root, files, mistakes);

const REFUSED = [
  ['a value that may be undefined', 'if (false) return seat.name;', /^TS2345/],
  ['a promise in place of its value', 'const saved = save(seat.serial);', /^TS2339/],
  ['a spread that cannot have the member', '({ id, ...seat });', /^harmless/],
  ['a promise that is not awaited', 'if (seat.name.length > limit) save(seat.name);', /no-floating-promises/],
] as const;

for (const [what, text, reason] of REFUSED)
  test(`rejected by the checks: ${what}`, () =>
    assert.match(refused.get(findMistake(text))?.join('\n') ?? '', reason));

const LEFT = [
  ['a comparison', 'if (seat.name.length >= limit) await save(seat.name);'],
  ['a number', 'const limit = 8;'],
  ['a spread that may have the member', '({ serial, ...seat });'],
  ['a spread that may have any member', '({ tag, ...seat });'],
  ['a condition that is always true', 'if (true) await save(seat.name);'],
  ['a call that leaves its names unused', 'if (seat.name.length > limit) ;'],
] as const;

for (const [what, text] of LEFT)
  test(`accepted by the checks, so that a test must detect it: ${what}`, () =>
    assert.equal(refused.get(findMistake(text)), undefined));

test('control: an existing error is reported for no mutation, and for each one if there is no comparison', async () => {
  const [one] = mistakes;
  assert.ok(one);
  const [unchanged] = await findRejected(root, new Map([[FILE, TEXT.replace('7', '8')]]), [
    { ...one, start: 0, end: 0, text: 'export const other: number = true;\n' },
  ]).then((found) => [...found.values()]);
  assert.deepEqual(unchanged, ["TS2322: Type 'boolean' is not assignable to type 'number'."]);
});

test('the requested number of mutations is taken in order, and no file is left beside the sources', async () => {
  const accepted = await selectAccepted(root, files, mistakes.values(), 3);
  assert.deepEqual(accepted, mistakes.filter((one) => !refused.has(one)).slice(0, 3));
  assert.deepEqual(await readdir(join(root, 'src')), ['seat.ts']);
});

function findMistake(text: string): Mistake {
  const found = mistakes.find(({ after: changed }) => changed.endsWith(text));
  assert.ok(found, text);
  return found;
}
