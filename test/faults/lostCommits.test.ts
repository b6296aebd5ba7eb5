/* What was done once is not done again, or undone, because the answer to its COMMIT was lost. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { changeForm, createForm } from '../../src/features/forms/forms.ts';
import { connect } from '../../src/lib/sql.ts';
import { drawPng } from '../support/pictures.ts';
import { openWorld } from '../support/world.ts';
import { openProxy } from './support/proxy.ts';

const world = await openWorld();
const tenant = await world.account();
const proxy = await openProxy(world.connection);
const db = connect(proxy.target);
after(async () => {
  await db.end({ timeout: 1 });
  await proxy.close();
});
const removed: string[] = [];
const files = {
  ...world.files,
  remove: (key: string) => {
    removed.push(key);
    return world.files.remove(key);
  },
};
const ctx = { ...tenant.ctx(), db, tools: { ...world.tools, files } };
const drawPicture = (size: number) => drawPng(size, size).toString('base64');

async function countAudited(action: string, id: string): Promise<number> {
  const audited = await world.db`select from audit_entries where action = ${action} and target_id = ${id}`;
  return audited.length;
}

test('a form keeps its new picture', async () => {
  const { id } = await createForm(ctx, { name: 'Pump', template_image_base64: drawPicture(9) });
  removed.length = 0;
  proxy.swallowNextCommit(id);
  const changed = await changeForm(ctx, id, { template_image_base64: drawPicture(10) });
  await proxy.forward();
  const [form] = await world.db<[{ template_key: string }]>`select template_key from forms where id = ${id}`;
  assert.equal(removed.includes(form.template_key), false);
  assert.equal((await fetch(changed.template_image_url ?? '')).status, 200);
  assert.equal(await countAudited('form.changed', id), 1);
});
