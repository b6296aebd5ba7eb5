/* Work is not repeated or undone because the answer to its COMMIT was lost. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { removeAccountLogo, setAccountLogo } from '../../src/features/accounts/logo.ts';
import { cancelRemoval, requestRemoval } from '../../src/features/accounts/removal/requests.ts';
import { createBundle, deleteBundle } from '../../src/features/bundles/bundles.ts';
import { changeForm, createFormWithTemplate, deleteForm } from '../../src/features/forms/forms.ts';
import { deleteCollection, deleteDocument, uploadDocument } from '../../src/features/knowledge/documents.ts';
import { createSkill, deleteSkill } from '../../src/features/skills/skills.ts';
import { drawPng } from '../support/pictures.ts';
import { openBehindProxy } from './support/proxiedDatabase.ts';

const { world, proxy, db, ctx, removed, countAudited } = await openBehindProxy();
const drawPicture = (size: number) => drawPng(size, size).toString('base64');

test('a form keeps its new picture after a lost COMMIT', async () => {
  const { id } = await createFormWithTemplate(ctx, { name: 'Pump', template_image_base64: drawPicture(9) });
  removed.length = 0;
  proxy.swallowNextCommit(id);
  const changed = await changeForm(ctx, id, { template_image_base64: drawPicture(10) });
  await proxy.forward();
  const [form] = await world.db<[{ template_key: string }]>`select template_key from forms where id = ${id}`;
  assert.equal(removed.includes(form.template_key), false);
  assert.equal((await fetch(changed.template_image_url ?? '')).status, 200);
  assert.equal(await countAudited('form.changed', id), 1);
});

test('a form is deleted once with its picture after a lost COMMIT', async () => {
  const { id } = await createFormWithTemplate(ctx, { name: 'Pump', template_image_base64: drawPicture(9) });
  const [form] = await world.db<[{ template_key: string }]>`select template_key from forms where id = ${id}`;
  proxy.swallowNextCommit(id);
  assert.deepEqual(await deleteForm(ctx, id), { deleted: true, id });
  await proxy.forward();
  assert.ok(removed.includes(form.template_key));
  assert.equal(await countAudited('form.deleted', id), 1);
  await assert.rejects(deleteForm(ctx, id), { code: 'NOT_FOUND' });
});

test('a document with its file, and then its collection, are deleted once after a lost COMMIT', async () => {
  const document = await uploadDocument(ctx, { name: 'pump.txt', content: Buffer.from('Oil') });
  const { id, collection } = document;
  const [row] = await world.db<[{ file_key: string }]>`
    select file_key from knowledge_documents where id = ${id}`;
  proxy.swallowNextCommit(id);
  assert.deepEqual(await deleteDocument(ctx, id), { deleted: true });
  await proxy.forward();
  assert.ok(removed.includes(row.file_key));
  assert.equal(await countAudited('document.deleted', id), 1);
  proxy.swallowNextCommit(collection.id);
  assert.deepEqual(await deleteCollection(ctx, collection.id), { deleted: true });
  await proxy.forward();
  await assert.rejects(deleteCollection(ctx, collection.id), { code: 'NOT_FOUND' });
});

test('a skill is deleted once after a lost COMMIT', async () => {
  const { id } = await createSkill(ctx, { name: 'Search', kind: 'knowledge_search' });
  proxy.swallowNextCommit(id);
  assert.deepEqual(await deleteSkill(ctx, id), { deleted: true });
  await proxy.forward();
  assert.equal(await countAudited('skill.deleted', id), 1);
  await assert.rejects(deleteSkill(ctx, id), { code: 'NOT_FOUND' });
});

test('a bundle is deleted once after a lost COMMIT', async () => {
  const platform = { ...world.platform(), db };
  const { id } = await createBundle(platform, { name: 'Rules' });
  proxy.swallowNextCommit(id);
  assert.deepEqual(await deleteBundle(platform, id), { deleted: true });
  await proxy.forward();
  await assert.rejects(deleteBundle(platform, id), { code: 'NOT_FOUND' });
});

test('a logo is removed once after a lost COMMIT', async () => {
  await setAccountLogo(ctx, drawPicture(9));
  proxy.swallowNextCommit('account.logo_removed');
  assert.equal((await removeAccountLogo(ctx)).logo, null);
  await proxy.forward();
  assert.equal(await countAudited('account.logo_removed', ctx.account_id), 1);
  await assert.rejects(removeAccountLogo(ctx), { code: 'NOT_FOUND' });
});

test('the deletion of an account is cancelled once after a lost COMMIT', async () => {
  await requestRemoval(ctx, { name: 'Werkstatt Nord', days: 30 });
  proxy.swallowNextCommit('account.deletion_cancelled');
  assert.deepEqual(await cancelRemoval(ctx), { cancelled: true });
  await proxy.forward();
  await assert.rejects(cancelRemoval(ctx), { code: 'NOT_FOUND' });
});
