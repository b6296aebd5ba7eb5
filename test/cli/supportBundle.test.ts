import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, test } from 'node:test';
import { newId } from '../../src/lib/ids.ts';
import { connect } from '../../src/lib/sql/sql.ts';
import { noteSecret } from '../../support/secrets.ts';
import { LONG_TIMEOUTS } from '../support/longTimeouts.ts';
import { openInstallation, readTarget, runJson, runSuccessfully } from './support/cli.ts';

const HIDDEN = 'hidden-password-7f3a';
noteSecret(HIDDEN);
const secret_key = randomBytes(32).toString('hex');
noteSecret(secret_key);

const env = await openInstallation();
const settings = {
  ...env,
  SECRET_KEY: secret_key,
  SMTP_URL: `smtp://mailer:${HIDDEN}@127.0.0.1:25`,
  S3_URL: `http://key:${HIDDEN}@127.0.0.1:9000/bucket`,
  CORE_DELETION_URL: `https://app:${HIDDEN}@training.example.com/deletions`,
  CORE_DELETION_SECRET: HIDDEN,
  METRICS: `token:${HIDDEN}`,
  LOG_LEVEL: 'warn',
};
const target = readTarget(env);
const db = connect(target, LONG_TIMEOUTS);
after(() => db.end({ timeout: 1 }));
const { account_id = '' } = await runSuccessfully(
  env,
  'account create --name Nordlicht --admin-email a@nordlicht.example --admin-name Ada --admin-password 12345678',
);

const now = new Date();
const request_id = newId(now);

function logRequest(status: number, path: string) {
  return db`
    insert into request_log (
      account_id, id, request_id, method, path, query, status, ms, credential_id, address, user_agent, created_at
    )
    values (
      ${account_id}, ${newId(now)}, ${request_id}, 'GET', ${path}, 'search=Nordlicht', ${status}, 1,
      ${newId(now)}, '127.0.0.1', 'test', ${now}
    )`;
}

test('exit 0 with versions, settings, state, errors and sizes, but no secret and no customer', async () => {
  await logRequest(500, '/v1/api-tenant-tasks');
  await logRequest(500, '/v1/api-tenant-tasks');
  await logRequest(404, '/v1/keys');

  const { code, answer } = await runJson(settings, ['support-bundle']);

  assert.equal(code, 0);
  const bundle = answer as Record<string, any>;
  assert.match(bundle['versions'].service, /^\d+\.\d+\.\d+$/);
  assert.equal(bundle['settings'].LOG_LEVEL, 'warn');
  assert.equal(bundle['settings'].CORE_DELETION_URL, 'https://training.example.com/deletions');
  for (const name of ['SECRET_KEY', 'DATABASE_URL', 'SMTP_URL', 'S3_URL', 'CORE_DELETION_SECRET', 'METRICS'])
    assert.equal(bundle['settings'][name], 'is set', name);
  assert.equal(bundle['database'].is_migrated, true);
  assert.equal(bundle['secrets'].unopened, 0);
  assert.ok(bundle['queues'].queues.length >= 5);
  assert.deepEqual(
    bundle['server_errors_of_one_day'].map(({ path, status, requests, last_request_id }: any) => [
      path,
      status,
      requests,
      last_request_id,
    ]),
    [['/v1/api-tenant-tasks', 500, 2, request_id]],
  );
  const log = bundle['tables'].find(({ table }: { table: string }) => table === 'request_log');
  assert.ok(log.bytes > 0 && log.partitions > 0);
  for (const hidden of [HIDDEN, secret_key, 'ordlicht', account_id])
    assert.ok(!JSON.stringify(answer).includes(hidden), hidden);
});

test('exit 0 with the reason if the database is unavailable', async () => {
  const DATABASE_URL = `postgres://ops:${HIDDEN}@127.0.0.1:1/ops`;
  const { code, answer } = await runJson({ ...settings, DATABASE_URL }, ['support-bundle']);
  assert.equal(code, 0);
  const { versions, database, tables } = answer as Record<string, any>;
  assert.ok(versions.service);
  assert.ok((database.failed ?? tables.failed).length > 0);
  assert.ok(!JSON.stringify(answer).includes(HIDDEN));
});
