import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { callerAt } from '../../support/caller.ts';
import { eventually } from '../../support/eventually.ts';
import { openReceiver } from '../support/receiver.ts';
import { runSuccessfully, freshDirectory, openInstallation, runJson, startServer } from './support/cli.ts';

const env = await openInstallation();
const directory = await freshDirectory();
const receiver = await openReceiver();
receiver.answer = (_request, response) => void response.writeHead(200).end('{"done":true}');
const hook = join(directory, 'hook.json');
const finder = join(directory, 'finder.json');
const handbook = join(directory, 'handbook.md');
const config = { url: `${receiver.url}/x`, auth_header: { name: 'X-Key', value: 'k' } };
await writeFile(hook, JSON.stringify({ name: 'Hook', description: 'Calls', kind: 'http', config }));
await writeFile(
  finder,
  JSON.stringify({ name: 'Find', description: 'Finds', kind: 'knowledge_search', config: {} }),
);
await writeFile(handbook, '# Oil\n\nThe compressor takes 1.2 litres of oil.');
const { account_id = '', user_id = '' } = await runSuccessfully(
  env,
  'account create --name N --admin-email a@nord.example --admin-password 12345678 --admin-name Ada',
);
const server = await startServer({ ...env, WEBHOOK_ALLOW: '127.0.0.1' });
after(() => Promise.all([receiver.close(), server.stop()]));
const OWN = `--account ${account_id}`;
await runSuccessfully(env, `seat create ${OWN} --user ${user_id} --device-name G --roles trainer`);
const { key = '' } = await runSuccessfully(env, `key create ${OWN} --name T --scopes all`);
const api = callerAt(server.url, key);
const run = (skill_id: unknown, input = {}) =>
  api.post('/v1/api-tenant-skills-execute', { skill_id, arguments: input });

test('skill create, bundle create and bundle allocate make a skill that runs', async () => {
  const { skill_id } = await runSuccessfully(env, `skill create --platform --file ${hook}`);
  assert.equal((await run(skill_id)).status, 403);
  const { bundle_id } = await runSuccessfully(env, `bundle create --name Basics --skills ${skill_id}`);
  assert.deepEqual(await runSuccessfully(env, `bundle allocate ${OWN} --bundle ${bundle_id}`), {
    allocated: true,
  });
  assert.deepEqual((await run(skill_id)).body, { done: true });
  assert.deepEqual(await runSuccessfully(env, `bundle withdraw ${OWN} --bundle ${bundle_id}`), {
    withdrawn: true,
  });
  assert.equal((await run(skill_id)).status, 403);
  const { secret = '' } = await runSuccessfully(env, `skill secret --platform --id ${skill_id}`);
  assert.match(secret, /^[0-9a-f]{64}$/);
});

test('knowledge add makes a document searchable for a skill of the account', async () => {
  const added = await runSuccessfully(env, `knowledge add ${OWN} --file ${handbook} --collection Manuals`);
  assert.deepEqual(Object.keys(added), ['document_id', 'collection_id', 'state']);
  const { skill_id } = await runSuccessfully(env, `skill create ${OWN} --file ${finder}`);
  const found = await eventually(
    async () => (await run(skill_id, { query: 'How much oil?' })).body.passages ?? [],
    (passages) => passages.length > 0,
  );
  assert.equal(found[0].heading, 'Oil');
});

test('knowledge add --platform makes a document searchable only through a bundle', async () => {
  const { collection_id } = await runSuccessfully(
    env,
    `knowledge add --platform --file ${handbook} --collection Shared`,
  );
  const found = await eventually(
    async () => (await runSuccessfully(env, 'knowledge search --platform --query oil'))['passages'] ?? '',
    (passages) => passages.length > 0,
  );
  assert.equal(found.length, 1);
  const bundle = await runSuccessfully(env, `bundle create --name Manuals --collections ${collection_id}`);
  assert.match(bundle['bundle_id'] ?? '', /^[0-9a-f-]{36}$/);
});

for (const [what, words, message] of [
  ['neither an account nor the platform', `skill create --file ${hook}`, /either --account or --platform/],
  ['both', `skill create ${OWN} --platform --file ${hook}`, /either --account or --platform/],
  ['a missing file', `skill create ${OWN} --file /nowhere.json`, /--file: there is no such file/],
  ['a file that is not JSON', `skill create ${OWN} --file ${handbook}`, /not valid JSON/],
  ['a switch with a value', `skill create --platform=yes --file ${hook}`, /--platform: takes no value/],
  ['a bundle with an invalid id', 'bundle create --name B --skills x', /--skills: must be UUIDs/],
] as const) {
  test(`exit 1 for ${what}`, async () => {
    const { code, answer } = await runJson(env, words.split(' '));
    assert.notEqual(code, 0);
    assert.match(answer['message'] ?? '', message);
  });
}
