/*
 * A COMMIT takes effect while its work is retried, because the retry waited for the locked rows. The retry sees the
 * writes of the first run and rolls back, and the first run counts.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { changeForm, createFormWithTemplate } from '../../src/features/forms/forms.ts';
import { replaceDocument, uploadDocument } from '../../src/features/knowledge/documents.ts';
import { rotateEndpointSecret } from '../../src/features/webhooks/endpoints/secrets.ts';
import { eventually } from '../../support/eventually.ts';
import { endpointOf } from '../support/endpoints.ts';
import { onOneServer } from '../support/cluster.ts';
import { drawPng } from '../support/pictures.ts';
import { countWaiting } from '../support/waitingStatements.ts';
import { openBehindProxy } from './support/proxiedDatabase.ts';

const held = onOneServer('a trigger that waits in a COMMIT');
const { world, tenant, proxy, ctx, removed, countAudited } = await openBehindProxy();

/** Delays the COMMIT of a change in the server until the retry waits for it, even after its connection is cut. */
async function landLate<T>(table: string, action: string, work: () => Promise<T>): Promise<T> {
  await world.db.unsafe(`
    create or replace function held_commit() returns trigger language plpgsql as
      $$ begin perform pg_advisory_xact_lock(1); return null; end $$;
    create constraint trigger held_commit after update on ${table}
      deferrable initially deferred for each row execute function held_commit()`);
  proxy.cutDuringNextCommit(action);
  const { answer } = await world.db.begin(async (tx) => {
    await tx`select pg_advisory_xact_lock(1)`;
    const answer = work();
    answer.catch(() => {});
    await eventually(
      () => countWaiting(world.db),
      (count) => count === 2,
    );
    return { answer };
  });
  const done = await answer;
  await world.db.unsafe(`drop trigger held_commit on ${table}`);
  return done;
}

test('a form keeps its new picture if the COMMIT is applied late', held, async () => {
  const { id } = await createFormWithTemplate(ctx, {
    name: 'Pump',
    template_image_base64: drawPng(9, 9).toString('base64'),
  });
  const picture = { template_image_base64: drawPng(10, 10).toString('base64') };
  const changed = await landLate('forms', 'form.changed', () => changeForm(ctx, id, picture));
  assert.equal((await fetch(changed.template_image_url ?? '')).status, 200);
  assert.equal(await countAudited('form.changed', id), 1);
});

test('a document keeps its new file if the COMMIT is applied late', held, async () => {
  const { id } = await uploadDocument(ctx, { name: 'pump.txt', content: Buffer.from('Oil') });
  removed.length = 0;
  const replace = () => replaceDocument(ctx, id, { content: Buffer.from('Grease') });
  await landLate('knowledge_documents', 'document.replaced', replace);
  const [row] = await world.db<[{ file_key: string }]>`
    select file_key from knowledge_documents where id = ${id}`;
  assert.equal(removed.length, 1);
  assert.equal(removed.includes(row.file_key), false);
  assert.equal(await countAudited('document.replaced', id), 1);
});

test(
  'the previous secret of an endpoint stays valid for its day if the COMMIT is applied late',
  held,
  async () => {
    const id = await endpointOf(tenant, 'https://8.8.8.8/hook');
    const read = async () => {
      const [row] = await world.db<[{ secret: Buffer; previous_secret: Buffer | null }]>`
      select secret, previous_secret from webhook_endpoints where id = ${id}`;
      return row;
    };
    const before = await read();
    await landLate('webhook_endpoints', 'endpoint.secret_rotated', () => rotateEndpointSecret(ctx, id));
    const after = await read();
    assert.deepEqual(after.previous_secret, before.secret);
    assert.equal(await countAudited('endpoint.secret_rotated', id), 1);
  },
);
