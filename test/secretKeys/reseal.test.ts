/* Every sealed value belongs to a known column, is counted by key, and can be resealed while others change it. */
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { readConfig } from '../../src/config.ts';
import { setDeletionEndpoint } from '../../src/features/deletions/endpoints.ts';
import { createSecondFactorSecret } from '../../src/features/secondFactor/secondFactor.ts';
import { SEALED_TABLES } from '../../src/features/secretKeys/sealedColumns.ts';
import { countSealedValues, resealAllInBatches } from '../../src/features/secretKeys/sealed.ts';
import { listSealedRows, replaceSealedValues } from '../../src/features/secretKeys/sql/sealed.ts';
import { createSkill } from '../../src/features/skills/skills.ts';
import { deleteEndpoint } from '../../src/features/webhooks/endpoints/endpoints.ts';
import { revealEndpointSecret, rotateEndpointSecret } from '../../src/features/webhooks/endpoints/secrets.ts';
import { createLog } from '../../src/lib/log.ts';
import { createSecretBox, type KeyRing } from '../../src/lib/crypto/secretBox.ts';
import { reportUnopenedValues } from '../../src/commands/secretKeys.ts';
import { noteSecret } from '../../support/secrets.ts';
import { endpointOf } from '../support/endpoints.ts';
import { SECRET_KEY } from '../support/tools.ts';
import { openWorld, type Tenant } from '../support/world.ts';

const URL_OF_HOOK = 'https://hooks.example.com/a';
const never = new AbortController().signal;
const old = createSecretBox(SECRET_KEY);
const ring = createSecretBox(Buffer.alloc(32, 9), SECRET_KEY);
const newest = createSecretBox(Buffer.alloc(32, 9));
const [new_name = '', old_name = ''] = ring.names;

const world = await openWorld();
const tenant = await world.account();
const api = await tenant.api();
await sealOneOfEach(tenant);

/** Creates a value in each sealed column. */
async function sealOneOfEach(of: Tenant): Promise<void> {
  const endpoint_id = await endpointOf(of, URL_OF_HOOK);
  const rotated = await api.post(`/v1/endpoints/rotate?endpoint_id=${endpoint_id}`, undefined, {
    'Idempotency-Key': 'sealed',
  });
  noteSecret(rotated.body.secret);
  const auth_header = { name: 'X-Key', value: 'a key of the receiver' };
  const config = { method: 'POST' as const, url: 'https://skills.example.com/', auth_header };
  await createSkill(of.ctx(), { name: 'Look up', kind: 'http', config });
  await api.post('/v1/api-tenant-users', { email: 'new@example.com', full_name: 'New', roles: ['admin'] });
  await createSecondFactorSecret(of.ctx(), of.admin_id);
  const own = { url: 'https://93.184.215.14/deletions', secret: 'a secret of the training app' };
  await setDeletionEndpoint(world.platform(), of.account_id, own);
  await deleteEndpoint(of.ctx(), await endpointOf(of, URL_OF_HOOK));
}

/** Returns the admin's context in a process with other keys. */
const ctxWith = (box: KeyRing) => {
  const ctx = tenant.ctx();
  return { ...ctx, tools: { ...ctx.tools, box } };
};

async function countColumns(): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const place of SEALED_TABLES) {
    const columns = Object.keys(place.columns);
    for (const { sealed } of await listSealedRows(world.db, place, columns, {
      after: undefined,
      limit: 1_000,
    }))
      for (const column of columns)
        if (sealed[column] !== null) {
          const name = `${place.table}.${column}`;
          counts[name] = (counts[name] ?? 0) + 1;
        }
  }
  return counts;
}

async function findUnknownColumns(): Promise<string[]> {
  const columns = await world.db<{ name: string }[]>`
    select column_info.table_name || '.' || column_info.column_name as name
    from information_schema.columns as column_info
    where column_info.table_schema = 'public'
      and column_info.data_type = 'bytea'
      and column_info.column_name not like '%\_hash'
    order by name`;
  // A hash of the address or user whose attempts are counted.
  const known = ['sign_in_failures.subject', ...SEALED_TABLES.flatMap(namesOf)];
  return columns.map(({ name }) => name).filter((name) => !known.includes(name));
}

const namesOf = ({ table, columns }: (typeof SEALED_TABLES)[number]) =>
  Object.keys(columns).map((column) => `${table}.${column}`);

test('every column with bytes is either known to key rotation or contains a hash', async () => {
  assert.deepEqual(await findUnknownColumns(), []);
  assert.deepEqual(Object.keys(await countColumns()).toSorted(), SEALED_TABLES.flatMap(namesOf).toSorted());

  // Control: a column that a later migration might add.
  await world.db`alter table skills add column other_secret bytea`;
  assert.deepEqual(await findUnknownColumns(), ['skills.other_secret']);
  await world.db`alter table skills drop column other_secret`;
});

test('every call that encrypts writes to a column that key rotation includes', () => {
  const source = join(import.meta.dirname, '../../src');
  const calls = globSync('{access,audit,doors,events,features,workers}/**/*.ts', { cwd: source })
    .map((path) => [path, readFileSync(join(source, path), 'utf8').match(/\bseal\(/g)?.length ?? 0] as const)
    .filter(([, count]) => count > 0);
  assert.deepEqual(Object.fromEntries(calls), {
    'access/idempotency.ts': 1,
    'features/deletions/endpoints.ts': 1,
    'features/mail/mail.ts': 1,
    'features/secondFactor/secondFactor.ts': 1,
    'features/secretKeys/sealed.ts': 1,
    'features/skills/definition.ts': 1,
    'features/skills/skills.ts': 2,
    'features/webhooks/endpoints/endpoints.ts': 1,
    'features/webhooks/endpoints/secrets.ts': 1,
  });
});

test('a start reports values that no key decrypts, and is silent if all can be decrypted', async () => {
  const lines: string[] = [];
  const log = createLog('warn', { write: (line: string) => void lines.push(line) });
  const start = (keys: string) => reportUnopenedValues(readConfig({ SECRET_KEY: keys }), world.db, log);
  await start('07'.repeat(32));
  await start(`${'09'.repeat(32)},${'07'.repeat(32)}`);
  assert.deepEqual(lines, []);
  await start('09'.repeat(32));
  assert.match(lines.join(''), /"unopened":8,"opened":0.*SECRET_KEY does not decrypt stored secrets/);
});

test('all values are encrypted again with the newest key, and the older key is no longer needed', async () => {
  const secrets = await openAll(old);
  assert.equal(secrets.length, 8);
  assert.deepEqual(await countSealedValues(world.db, ring), {
    by_key: new Map([
      [new_name, 0],
      [old_name, 8],
    ]),
    unopened: 0,
  });

  const interrupted = AbortSignal.abort();
  await assert.rejects(resealAllInBatches(world.db, ring, interrupted), { name: 'AbortError' });
  const { resealed, counts } = await resealAllInBatches(world.db, ring, never);
  assert.equal(resealed, 8);
  assert.deepEqual(counts, {
    by_key: new Map([
      [new_name, 8],
      [old_name, 0],
    ]),
    unopened: 0,
  });
  assert.deepEqual(await openAll(newest), secrets);
  assert.deepEqual(await countSealedValues(world.db, old), { by_key: new Map([[old_name, 0]]), unopened: 8 });
  assert.equal((await resealAllInBatches(world.db, ring, never)).resealed, 0);
  await resealAllInBatches(world.db, createSecretBox(SECRET_KEY, Buffer.alloc(32, 9)), never);
});

/** Returns the decrypted texts of all sealed values, in order. */
async function openAll(box: KeyRing): Promise<string[]> {
  const texts: string[] = [];
  for (const place of SEALED_TABLES) {
    const columns = Object.keys(place.columns);
    for (const row of await listSealedRows(world.db, place, columns, { after: undefined, limit: 1_000 }))
      for (const [column, contextOf] of Object.entries(place.columns)) {
        const sealed = row.sealed[column];
        if (typeof sealed === 'string')
          texts.push(box.open(Buffer.from(sealed, 'base64'), contextOf(row.key)));
      }
  }
  return texts;
}

test('a secret that is rotated during the re-encryption is not overwritten', async () => {
  const id = await endpointOf(tenant, URL_OF_HOOK);
  const [place = assert.fail()] = SEALED_TABLES;
  const rows = await listSealedRows(world.db, place, ['secret'], { after: undefined, limit: 1_000 });
  const { key, sealed } = rows.find((row) => row.key.includes(id)) ?? assert.fail();
  const before = sealed['secret'] ?? '';
  const { secret } = await rotateEndpointSecret(tenant.ctx(), id);
  const late = [{ key, before, after: before }];
  assert.equal(await replaceSealedValues(world.db, tenant.account_id, { place, column: 'secret' }, late), 0);
  assert.equal((await revealEndpointSecret(tenant.ctx(), id)).secret, secret);

  // Control: without comparing the current value, the reseal would restore the old secret.
  await world.db`
    update webhook_endpoints as endpoint
    set secret = decode(${before}, 'base64')
    where endpoint.id = ${id}`;
  assert.notEqual((await revealEndpointSecret(tenant.ctx(), id)).secret, secret);
});

test('concurrent commands and rotations encrypt everything again and lose no secret', async () => {
  const ids: string[] = [];
  for (let made = 0; made < 40; made++) ids.push(await endpointOf(tenant, URL_OF_HOOK));
  const known = new Map<string, string>();
  const both = createSecretBox(Buffer.alloc(32, 9), SECRET_KEY);
  const rotateAll = async () => {
    for (const id of ids) known.set(id, (await rotateEndpointSecret(ctxWith(both), id)).secret);
  };
  const [, first, second] = await Promise.all([
    rotateAll(),
    resealAllInBatches(world.db, ring, never),
    resealAllInBatches(world.db, ring, never),
  ]);
  const last = await resealAllInBatches(world.db, ring, never);
  assert.ok(first.resealed + second.resealed + last.resealed > 0);
  assert.deepEqual([last.counts.by_key.get(old_name), last.counts.unopened], [0, 0]);
  for (const [id, secret] of known)
    assert.equal((await revealEndpointSecret(ctxWith(newest), id)).secret, secret, id);
});

test('values that no key decrypts are counted and stay unchanged', async () => {
  const others = createSecretBox(Buffer.alloc(32, 5), Buffer.alloc(32, 6));
  const before = await countSealedValues(world.db, ring);
  const { resealed, counts } = await resealAllInBatches(world.db, others, never);
  assert.equal(resealed, 0);
  assert.ok(counts.unopened > 0);
  assert.deepEqual([...counts.by_key.values()], [0, 0]);
  assert.deepEqual(await countSealedValues(world.db, ring), before);
});
