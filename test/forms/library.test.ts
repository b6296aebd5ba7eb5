import assert from 'node:assert/strict';
import { test } from 'node:test';
import { changeForm, readForm } from '../../src/features/forms/forms.ts';
import { createLibraryForm } from '../../src/features/forms/library.ts';
import { openWorld } from '../support/world.ts';

const world = await openWorld();
const tenant = await world.account();

test('404 for an account that changes a form of the library, which stays as it is', async () => {
  const { id } = await createLibraryForm(world.platform(), {
    name: 'Forklift check',
    template_image_url: 'https://media.example.com/forklift.png',
  });
  for (const changes of [{ name: 'Mine' }, { is_active: false }, { fields: [] }])
    await assert.rejects(changeForm(tenant.ctx(), id, changes), { code: 'NOT_FOUND' });
  const { name, is_active } = await readForm(tenant.ctx(), id);
  assert.deepEqual([name, is_active], ['Forklift check', true]);
});
