/*
 * The bounds of schemas that no operation declares: configs of skills, messages of MCP, and the parts of a backup. Each
 * test accepts the exact bound and rejects one more.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readArchiveHeader, readBackupTotals, readSealedKeys } from '../../src/features/backups/contents.ts';
import { PASSPHRASE_RULE } from '../../src/features/backups/rules.ts';
import { SKILL_CONFIG_SCHEMAS } from '../../src/features/skills/contract.ts';
import { DEFAULT_ARGUMENT_SCHEMAS, parseSkillConfig } from '../../src/features/skills/definition.ts';
import { bodyReader } from '../../src/lib/http/validate.ts';
import { McpMessage } from '../../src/mcp/protocol.ts';
import { boundsOf } from './support/bounds.ts';

const ID = '0198f0c4-7c5e-7a10-9d3e-5b1f6a2c8e40';
const URL = 'https://example.com/';
const MIB = 1024 * 1024;

const ids = (count: number) =>
  Array.from({ length: count }, (_, at) => ID.replace(/.{4}$/, String(at).padStart(4, '0')));
const headers = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [`X-${at}`, 'on']));

const http = (members: object) => parseSkillConfig('http', { url: URL, ...members });
const search = (members: object) => parseSkillConfig('knowledge_search', members);
const message = (members: object) => bodyReader(McpMessage)({ jsonrpc: '2.0', ...members });

type Bounded = { read: (size: number) => unknown; accepted: number[]; rejected: number[] };

const BOUNDED: Record<string, Bounded> = {
  'the URL of an HTTP skill': {
    read: (characters) => http({ url: 'x'.repeat(characters) }),
    accepted: [1, 2_048],
    rejected: [0, 2_049],
  },
  'the headers of an HTTP skill': {
    read: (count) => http({ headers: headers(count) }),
    accepted: [0, 20],
    rejected: [21],
  },
  'the name of a header': {
    read: (characters) => http({ headers: { ['X'.repeat(characters)]: 'on' } }),
    accepted: [1, 100],
    rejected: [0, 101],
  },
  'the value of a header': {
    read: (characters) => http({ headers: { 'X-A': 'x'.repeat(characters) } }),
    accepted: [0, 4_096],
    rejected: [4_097],
  },
  'the name of the secret header': {
    read: (characters) => http({ auth_header: { name: 'X'.repeat(characters), value: 'x' } }),
    accepted: [1, 100],
    rejected: [0, 101],
  },
  'the value of the secret header': {
    read: (characters) => http({ auth_header: { name: 'X-A', value: 'x'.repeat(characters) } }),
    accepted: [4_096],
    rejected: [4_097],
  },
  'the timeout of an HTTP skill': {
    read: (timeout_ms) => http({ timeout_ms }),
    accepted: [100, 30_000],
    rejected: [99, 30_001],
  },
  'the collections of a search skill': {
    read: (count) => search({ collection_ids: ids(count) }),
    accepted: [0, 100],
    rejected: [101],
  },
  'the results of a search skill': {
    read: (limit) => search({ limit }),
    accepted: [1, 50],
    rejected: [0, 51],
  },
  'the id of an MCP message': {
    read: (characters) => message({ id: 'x'.repeat(characters) }),
    accepted: [255],
    rejected: [256],
  },
  'the method of an MCP message': {
    read: (characters) => message({ method: 'x'.repeat(characters) }),
    accepted: [100],
    rejected: [101],
  },
};

for (const [name, { read, accepted, rejected }] of Object.entries(BOUNDED))
  test(`accepted and rejected sizes: ${name}`, () => {
    for (const size of accepted) assert.doesNotThrow(() => read(size), `${size}`);
    for (const size of rejected) assert.throws(() => read(size), { code: 'BAD_REQUEST' }, `${size}`);
  });

test('a config without optional members has the promised defaults', () => {
  assert.deepEqual(http({}), { url: URL, method: 'POST', timeout_ms: 10_000 });
  assert.deepEqual(search({}), { limit: 5 });
  assert.deepEqual(Object.keys(SKILL_CONFIG_SCHEMAS), ['http', 'knowledge_search', 'form_fill']);
});

test('the default arguments of a search have the bounds of the search', () => {
  assert.deepEqual(boundsOf(DEFAULT_ARGUMENT_SCHEMAS.knowledge_search), [
    { member: 'query', bounds: '1..1000 characters' },
    { member: 'limit', bounds: '1..50' },
  ]);
});

test('the passphrase of backups has 12 to 1,000 characters, and its rule says so', () => {
  const { minLength, maxLength, rule } = PASSPHRASE_RULE;
  assert.deepEqual([minLength, maxLength], [12, 1_000]);
  assert.equal(rule.text, 'must be 12 to 1000 characters, not blank');
});

const ABOUT = {
  made_at: '2026-03-02T08:30:00Z',
  version: '1.0.0',
  migration: { number: 1, name: '001_start.sql', checksum: 'a'.repeat(64) },
  tables: [{ name: 'accounts', columns: ['id'], is_split: false }],
  days: {},
};
const KEYS = { salt: 'a'.repeat(32), cost: 131_072, block: 8, sealed: '' };
const TOTALS = { rows: { accounts: 0 }, files: 0 };

/** A part of a backup with the JSON of a value, filled with spaces up to a size. */
function partOf(value: unknown, bytes = 0) {
  async function* content(): AsyncGenerator<Buffer, void> {
    yield Buffer.from(JSON.stringify(value).padEnd(bytes));
  }
  return { header: { name: 'part' }, content: content() };
}

const named = (name: string) => ({ ...ABOUT, tables: [{ ...ABOUT.tables[0], name }] });
const migrated = (changes: object) => ({ ...ABOUT, migration: { ...ABOUT.migration, ...changes } });

const ABOUTS: Record<string, { accepted: object[]; rejected: object[] }> = {
  'the name of a table': {
    accepted: [named('x'), named('x'.repeat(63))],
    rejected: [named(''), named('x'.repeat(64))],
  },
  'the version': {
    accepted: [
      { ...ABOUT, version: '1' },
      { ...ABOUT, version: '1'.repeat(64) },
    ],
    rejected: [
      { ...ABOUT, version: '' },
      { ...ABOUT, version: '1'.repeat(65) },
    ],
  },
  'the number of the migration': {
    accepted: [migrated({ number: 1 }), migrated({ number: 9_999 })],
    rejected: [migrated({ number: 0 }), migrated({ number: 10_000 })],
  },
  'the name of the migration': {
    accepted: [migrated({ name: 'x' }), migrated({ name: 'x'.repeat(200) })],
    rejected: [migrated({ name: '' }), migrated({ name: 'x'.repeat(201) })],
  },
};

for (const [name, { accepted, rejected }] of Object.entries(ABOUTS))
  test(`accepted and rejected headers of a backup: ${name}`, async () => {
    for (const about of accepted) await readArchiveHeader(partOf(about));
    for (const about of rejected)
      await assert.rejects(readArchiveHeader(partOf(about)), /The part “part” of the backup is invalid/);
  });

test('the last part of a backup has no negative number of rows or files', async () => {
  assert.deepEqual(await readBackupTotals(partOf(TOTALS)), TOTALS);
  for (const wrong of [
    { ...TOTALS, files: -1 },
    { ...TOTALS, rows: { accounts: -1 } },
  ])
    await assert.rejects(readBackupTotals(partOf(wrong)), /of the backup is invalid/);
});

test('the parts of a backup have at most 4, 1 and 16 MiB', async () => {
  await readArchiveHeader(partOf(ABOUT, 4 * MIB));
  await readSealedKeys(partOf(KEYS, MIB));
  await readBackupTotals(partOf(TOTALS, 16 * MIB));
  await assert.rejects(readArchiveHeader(partOf(ABOUT, 4 * MIB + 1)), /exceeds the limit of 4194304 bytes/);
  await assert.rejects(readSealedKeys(partOf(KEYS, MIB + 1)), /exceeds the limit of 1048576 bytes/);
  await assert.rejects(readBackupTotals(partOf(TOTALS, 16 * MIB + 1)), /exceeds the limit of 16777216 bytes/);
});
