import assert from 'node:assert/strict';
import { test } from 'node:test';
import { actAsPlatform } from '../../src/access/platform.ts';
import { createFormWithTemplate, changeForm, listFormCards } from '../../src/features/forms/forms.ts';
import {
  createLibraryForm,
  listLibraryFormCards,
  importLibraryForm,
  listLibraryFormCardsForStaff,
} from '../../src/features/forms/library.ts';
import { submitForm } from '../../src/features/forms/submissions.ts';
import { openWorld } from '../support/world.ts';

const PATH = '/v1/api-tenant-forms';
const template_image_url = 'https://media.example.com/pump.png';
const PAGE = { limit: 50, offset: 0 };

const world = await openWorld();
const tenant = await world.account();
const other = await world.account();
const api = await tenant.api(['read:forms']);
const platform = () => world.platform();
const own: string[] = [];
const library_form: string[] = [];
for (let count = 0; count < 23; count++) {
  if (count % 3 === 0) world.clock.advance(1_000);
  const input = { name: `Form ${count}`, template_image_url };
  own.unshift((await createFormWithTemplate(tenant.ctx(), input)).id);
  await createFormWithTemplate(other.ctx(), input);
  const category = count % 2 === 0 ? 'Safety' : 'Quality';
  const entry = {
    name: `Entry ${count}`,
    aliases: [`Sheet ${count}`, 'Größe'],
    category,
    template_image_url,
  };
  library_form.unshift((await createLibraryForm(platform(), entry)).id);
}
const [newest = '', withdrawn = ''] = library_form;
await changeForm(tenant.ctx(), own[4] ?? '', { is_active: false });
await changeForm(actAsPlatform(platform()), withdrawn, { is_active: false });
const offered = library_form.filter((id) => id !== withdrawn);

async function pageThrough(query: string, limit: number): Promise<string[]> {
  const ids: string[] = [];
  for (let offset = 0; ; offset += limit) {
    const { status, body } = await api.get(`${PATH}?${query}&limit=${limit}&offset=${offset}`);
    assert.equal(status, 200);
    assert.deepEqual(Object.keys(body), ['forms', 'limit', 'offset']);
    assert.deepEqual([body.limit, body.offset], [limit, offset]);
    ids.push(...body.forms.map(({ id }: { id: string }) => id));
    if (body.forms.length < limit) return ids;
  }
}

for (const [what, query, all] of [
  ['own forms, active or not', 'library=false', own],
  ['the published library forms', 'library=true', offered],
] as const) {
  for (const limit of [1, 7, 23, 100]) {
    test(`200 for ${what}: pages of ${limit} are the same set in the same order`, async () => {
      assert.deepEqual(await pageThrough(query, limit), all);
    });
  }
}

test('200 for a list without parameters: own forms, fifty at most', async () => {
  const { body } = await api.get(PATH);
  assert.deepEqual([body.limit, body.offset, body.forms.length], [50, 0, own.length]);
  const behind = await api.get(`${PATH}?offset=1000`);
  assert.deepEqual(behind.body, { forms: [], limit: 50, offset: 1000 });
});

test('200 for the library without limit and offset: fifty from the first on', async () => {
  const { status, body } = await api.get(`${PATH}?library=true`);
  assert.deepEqual([status, body.limit, body.offset], [200, 50, 0]);
  assert.deepEqual(
    body.forms.map(({ id }: { id: string }) => id),
    offered,
  );
});

test('the library is searched by name, alias and category, and shows imported forms', async () => {
  await importLibraryForm(tenant.ctx(), newest);
  const names = async (filter: object) =>
    (await listLibraryFormCards(tenant.ctx(), { ...PAGE, ...filter })).forms.map(({ name }) => name);
  assert.deepEqual(await names({ search: 'entry 22' }), ['Entry 22']);
  assert.deepEqual(await names({ search: 'SHEET 20' }), ['Entry 20']);
  assert.equal((await names({ search: 'größe quality' })).length, 10);
  assert.equal((await names({ category: 'Safety' })).length, 12);
  assert.deepEqual(await names({ search: '%' }), []);
  const { forms, total, categories } = await listLibraryFormCards(tenant.ctx(), { ...PAGE, limit: 5 });
  assert.equal(total, offered.length);
  assert.deepEqual(categories, ['Quality', 'Safety']);
  assert.deepEqual(
    forms.map(({ already_imported }) => already_imported),
    [true, false, false, false, false],
  );
  const theirs = await listLibraryFormCards(other.ctx(), { ...PAGE, limit: 1 });
  assert.deepEqual([theirs.forms[0]?.already_imported, theirs.forms[0]?.import_count], [false, 0]);
});

test('staff see drafts, and the number of copies in accounts', async () => {
  await importLibraryForm(other.ctx(), newest);
  await importLibraryForm(other.ctx(), newest);
  const { forms, total } = await listLibraryFormCardsForStaff(platform(), PAGE);
  assert.equal(total, library_form.length);
  assert.deepEqual(
    forms.map(({ id }) => id),
    library_form,
  );
  assert.equal(forms[0]?.import_count, 3);
  assert.equal(forms[1]?.is_active, false);
});

test('a changed library form leaves the copies as they are', async () => {
  const copy = await importLibraryForm(tenant.ctx(), newest);
  await changeForm(actAsPlatform(platform()), newest, { name: 'Entry, new edition' });
  const { body } = await api.get(`${PATH}?id=${copy.id}`);
  assert.equal(body.name, 'Entry 22');
  assert.equal((await api.get(`${PATH}?id=${newest}`)).body.name, 'Entry, new edition');
});

test('forms of the account have the number of their submissions', async () => {
  const [form_id = ''] = own;
  await submitForm(tenant.ctx(), { form_id, answers: {} });
  const { forms, total } = await listFormCards(tenant.ctx(), { ...PAGE, search: 'Form' });
  assert.equal(total, own.length);
  assert.equal(forms.find(({ id }) => id === form_id)?.submission_count, 1);
  const inactive = await listFormCards(tenant.ctx(), { ...PAGE, is_active: false });
  assert.deepEqual(
    inactive.forms.map(({ id }) => id),
    [own[4]],
  );
});
