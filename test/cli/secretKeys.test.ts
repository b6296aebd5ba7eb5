/* Replaces the secret key with the commands of docs/operations.md while the service runs. */
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readFile, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { secretKeyCommands } from '../../cli/secretKeys.ts';
import { signingSecretEncryptionContext } from '../../src/features/webhooks/endpoints/endpoints.ts';
import { newId } from '../../src/lib/ids.ts';
import { createSecretBox, keyNameOf } from '../../src/lib/crypto/secretBox.ts';
import { openSecretBox, readSecretKeys } from '../../src/lib/crypto/secretKeys.ts';
import { connect } from '../../src/lib/sql/sql.ts';
import { eventually } from '../../support/eventually.ts';
import { listCalls } from '../deploy/support/documents.ts';
import { readText } from '../deploy/support/files.ts';
import { LONG_TIMEOUTS } from '../support/longTimeouts.ts';
import {
  runSuccessfully,
  openInstallation,
  readTarget,
  runJson,
  spawnCli,
  startServer,
} from './support/cli.ts';

type Status = { keys: { key: string; sealed: number; may_be_removed: boolean }[]; unopened: number };

const ENDPOINTS = 3_000;
const calls = listCalls(readText('docs/operations.md')).filter((call) => call.startsWith('secret-key'));
const [status = '', rotate = '', reseal = '', remove = ''] = calls;
const env = await openInstallation();
const place = { setting: undefined, data_dir: env.DATA_DIR };
const target = readTarget(env);
const db = connect(target, LONG_TIMEOUTS);
after(() => db.end({ timeout: 1 }));

const server = await startServer(env);
const { account_id = '' } = await runSuccessfully(
  env,
  'account create --name Acme --admin-email a@acme.example --admin-name Ada --admin-password 12345678',
);
const { key = '' } = await runSuccessfully(env, `key create --account ${account_id} --name CI --scopes all`);
const first = await subscribe();
const { secret = '' } = await runSuccessfully(
  env,
  `webhook secret --account ${account_id} --endpoint ${first}`,
);

async function subscribe(): Promise<string> {
  const answer = await fetch(`${server.url}/v1/webhook-subscribe`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    // An IP address, because a DNS lookup can be too slow on a busy machine.
    body: JSON.stringify({ url: 'https://93.184.215.14/a', events: ['task.created'] }),
  });
  assert.equal(answer.status, 201);
  return ((await answer.json()) as { id: string }).id;
}

async function readStatus(env_of = env): Promise<Status> {
  return (await runSuccessfully(env_of, status)) as unknown as Status;
}

/** Creates many endpoints, as in a busy installation. */
async function fillEndpoints(): Promise<void> {
  const box = openSecretBox(place);
  const rows = Array.from({ length: ENDPOINTS }, () => {
    const id = newId(new Date());
    return {
      id,
      secret: box.seal('of many', signingSecretEncryptionContext(account_id, id)).toString('base64'),
    };
  });
  await db`
    insert into webhook_endpoints (account_id, id, url, events, secret, is_managed, created_at)
    select ${account_id}, made.id, 'https://a.example', '{task.created}', decode(made.secret, 'base64'), true, now()
    from jsonb_to_recordset(${db.json(rows)}) as made (id uuid, secret text)`;
}

test('the documentation lists every secret-key command in execution order', () => {
  const names = secretKeyCommands.map(({ name }) => name);
  assert.deepEqual(calls, names);
});

test('status counts values per key, and the only key in use cannot be removed', async () => {
  const { keys, unopened } = await readStatus();
  assert.deepEqual(
    keys.map(({ sealed, may_be_removed }) => ({ sealed, may_be_removed })),
    [{ sealed: 1, may_be_removed: false }],
  );
  assert.equal(unopened, 0);
});

test('a new key seals new values of the running service, and the older key opens existing values', async () => {
  const [old] = (await readStatus()).keys;
  const { key: name = '' } = await runSuccessfully(env, rotate);
  await subscribe();
  const { keys } = await readStatus();
  assert.deepEqual(
    keys.map((one) => [one.key, one.sealed]),
    [
      [name, 1],
      [old?.key, 1],
    ],
  );
  const shown = await runSuccessfully(env, `webhook secret --account ${account_id} --endpoint ${first}`);
  assert.equal(shown['secret'], secret);
  assert.doesNotMatch(await readFile(join(env.DATA_DIR, 'secret.key'), 'utf8'), new RegExp(name));
});

test('older keys stay while they seal values, and for a minute after a change', async () => {
  const soon = await runJson(env, ['secret-key', 'remove']);
  assert.deepEqual([soon.code, soon.answer['message']?.split(':')[0]], [1, 'The keys were changed just now']);
  await waitAMinute();
  const { code, answer } = await runJson(env, ['secret-key', 'remove']);
  assert.deepEqual(
    [code, answer['message']],
    [1, 'Older keys still encrypt stored secrets: run secret-key reseal first.'],
  );
});

/** Makes the key file look a minute older. */
async function waitAMinute(): Promise<void> {
  const earlier = new Date(Date.now() - 61_000);
  await utimes(join(env.DATA_DIR, 'secret.key'), earlier, earlier);
}

test('resealed values survive a killed command, the next command reseals the rest, then the older key can be removed', async () => {
  await fillEndpoints();
  await runSuccessfully(env, rotate);
  const newest = createSecretBox(readSecretKeys(place)[0]);
  const moved = async () => {
    const rows = await db<{ id: string; secret: Buffer }[]>`
      select endpoint.id, endpoint.secret
      from webhook_endpoints as endpoint`;
    return rows.filter(({ id, secret: sealed }) =>
      newest.findKey(sealed, signingSecretEncryptionContext(account_id, id)),
    ).length;
  };
  const killed = spawnCli(env, ['secret-key', 'reseal', '--json']);
  await eventually(moved, (count) => count > 0);
  killed.kill('SIGKILL');
  await once(killed, 'exit');
  const left = ENDPOINTS + 2 - (await moved());

  const { resealed, keys } = (await runSuccessfully(env, reseal)) as unknown as Status & {
    resealed: number;
  };
  assert.ok(resealed <= left, 'a statement may have been committed after its command was killed');
  assert.deepEqual(
    keys.map(({ sealed, may_be_removed }) => [sealed, may_be_removed]),
    [
      [ENDPOINTS + 2, false],
      [0, true],
      [0, true],
    ],
  );
  await waitAMinute();
  const { removed } = (await runSuccessfully(env, remove)) as unknown as { removed: string[] };
  assert.equal(removed.length, 2);
  const shown = await runSuccessfully(env, `webhook secret --account ${account_id} --endpoint ${first}`);
  assert.equal(shown['secret'], secret);
});

/** Creates a key whose name matches the pattern. A name of digits only could be read as a number. */
function makeKey(name: RegExp): Buffer {
  for (;;) {
    const key = randomBytes(32);
    if (name.test(keyNameOf(key))) return key;
  }
}

test('keys of the setting are counted and used in their order, and commands do not change them', async () => {
  const [newest] = readSecretKeys(place);
  const made = [makeKey(/[a-f]/), newest, makeKey(/^[1-9]\d+$/)];
  const SECRET_KEY = made.map((key) => key.toString('hex')).join(',');
  const { keys } = await readStatus({ ...env, SECRET_KEY });
  assert.deepEqual(
    keys,
    made.map((key, at) => ({
      key: keyNameOf(key),
      sealed: key === newest ? ENDPOINTS + 2 : 0,
      may_be_removed: at === 2,
    })),
  );
  const { code, answer } = await runJson({ ...env, SECRET_KEY }, ['secret-key', 'rotate']);
  assert.equal(code, 1);
  assert.match(answer['message'] ?? '', /SECRET_KEY: change them there/);
  const other = await readStatus({ ...env, SECRET_KEY: '0b'.repeat(32) });
  assert.equal(other.unopened, ENDPOINTS + 2);
});

test('a start without a required key becomes ready and reports the number of unreadable values', async () => {
  const started = await startServer({ ...env, SECRET_KEY: '0b'.repeat(32) });
  const read = async () => {
    const answer = await fetch(`${started.url}/readyz`);
    return { status: answer.status, body: (await answer.json()) as { unopened_secrets?: number } };
  };
  const { status, body } = await eventually(read, ({ body: told }) => told.unopened_secrets !== undefined);
  assert.deepEqual([status, body], [200, { status: 'ready', unopened_secrets: ENDPOINTS + 2 }]);
  await started.stop();
});
