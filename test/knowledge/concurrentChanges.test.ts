/* A collection is deleted and created again while documents are uploaded to it. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  deleteCollection,
  deleteDocument,
  listCollections,
  listDocuments,
  uploadDocument,
} from '../../src/features/knowledge/documents.ts';
import { newId } from '../../src/lib/ids.ts';
import { askInOrder } from '../support/waitingStatements.ts';
import { openWorld, type Tenant } from '../support/world.ts';

const world = await openWorld();
const upload = (tenant: Tenant, name: string) =>
  uploadDocument(tenant.ctx(), { name, collection: 'Pumps', content: Buffer.from('Oil') });

/** Creates an account with an empty collection. */
async function openAccount() {
  const tenant = await world.account();
  const { account_id } = tenant;
  const { id, collection } = await upload(tenant, 'pump.txt');
  await deleteDocument(tenant.ctx(), id);
  return { tenant, account_id, collection_id: collection.id };
}

test('404 for deleting a collection while a document is added to it', async () => {
  const { tenant, account_id, collection_id } = await openAccount();
  const [now, id] = [world.clock.now(), newId(world.clock.now())];
  const row = { account_id, id, collection_id, name: 'oil.txt', file_key: `knowledge/${id}`, bytes: 3 };
  const queued = { state: 'queued', created_at: now, updated_at: now, due_at: now };
  const deleted = askInOrder(
    world.db,
    (tx) => tx`insert into knowledge_documents ${tx({ ...row, ...queued })}`,
    [() => Promise.allSettled([deleteCollection(tenant.ctx(), collection_id)])],
  );
  const [[answer] = []] = await deleted;
  assert.equal(answer?.status, 'rejected');
  assert.equal(answer.reason.message, 'Empty collection not found');
  assert.deepEqual(
    (await listCollections(tenant.ctx())).map(({ documents }) => documents),
    [1],
  );
});

test('a document is added to a new collection if the collection is deleted concurrently', async () => {
  const { tenant, account_id, collection_id } = await openAccount();
  const [document] = await askInOrder(
    world.db,
    (tx) => tx`delete from knowledge_collections where account_id = ${account_id} and id = ${collection_id}`,
    [() => upload(tenant, 'valve.txt')],
  );
  assert.equal(document?.collection.name, 'Pumps');
  assert.notEqual(document.collection.id, collection_id);
  assert.equal((await listDocuments(tenant.ctx(), { limit: 10, offset: 0 })).total, 1);
});
