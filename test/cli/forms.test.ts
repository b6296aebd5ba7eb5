import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { callerAt } from '../../support/caller.ts';
import { drawPng } from '../support/pictures.ts';
import { runSuccessfully, openInstallation, runJson, startServer } from './support/cli.ts';

const env = await openInstallation();
const { account_id = '' } = await runSuccessfully(
  env,
  'account create --admin-email a@nordlicht.example --admin-password 12345678 --admin-name Ada --name',
  ['Nordlicht'],
);
const { key = '' } = await runSuccessfully(
  env,
  `key create --account ${account_id} --name T --scopes read:forms`,
);
const file = join(env.DATA_DIR, 'form.json');
const png = drawPng();
const input = { name: 'Forklift check', aliases: ['Truck'], template_image_base64: png.toString('base64') };
await writeFile(file, JSON.stringify(input));
const added = await runSuccessfully(env, `form library-add --file ${file}`);
const server = await startServer(env);

test('form library-add puts a form with its picture into the library', async () => {
  assert.deepEqual(Object.keys(added), ['form_id']);
  const { body } = await callerAt(server.url, key).get('/v1/api-tenant-forms?library=true');
  assert.deepEqual([body.forms.length, body.forms[0].id], [1, added['form_id']]);
  const { pathname } = new URL(body.forms[0].template_image_url);
  const picture = await fetch(server.url + pathname);
  assert.ok(png.equals(Buffer.from(await picture.arrayBuffer())));
});

test('exit 1 for a file whose picture is not valid', async () => {
  await writeFile(file, '{"name":"N","template_image_base64":"AAAA"}');
  const { code, answer } = await runJson(env, ['form', 'library-add', '--file', file]);
  assert.equal(code, 1);
  assert.match(answer['message'] ?? '', /must be a PNG, JPEG, WebP or PDF file/);
});

test('exit 1 for a missing file', async () => {
  const { code, answer } = await runJson(env, ['form', 'library-add', '--file', `${file}.gone`]);
  assert.equal(code, 2);
  assert.match(answer['message'] ?? '', /^--file: ENOENT/);
});
