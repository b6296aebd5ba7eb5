import assert from 'node:assert/strict';
import { test } from 'node:test';
import { uploadDocument } from '../../src/features/knowledge/documents.ts';
import { DOCUMENT_QUEUE } from '../../src/features/knowledge/reading.ts';
import { openLibrary } from './support/library.ts';

const { world, tenant, room } = await openLibrary();
const [second, third] = [await world.account(), await world.account()];
const upload = (who: typeof tenant, name: string) =>
  uploadDocument(who.ctx(), { name, content: Buffer.from('The dodo is extinct.') });
for (const name of ['a1.txt', 'a2.txt', 'a3.txt']) await upload(tenant, name);
for (const name of ['b1.txt', 'b2.txt']) await upload(second, name);
await upload(third, 'c1.txt');

/** Reads all due documents and returns their order. */
async function readInOrder(): Promise<string[]> {
  const order: string[] = [];
  const reader: typeof room.reader = {
    ...room.reader,
    read(account_id, name, file) {
      order.push(name);
      return room.reader.read(account_id, name, file);
    },
  };
  await DOCUMENT_QUEUE.run({ ...room, reader });
  return order;
}

test('documents of accounts are processed in turns, so that no account waits for all of another', async () => {
  const order = await readInOrder();
  assert.equal(order.length, 6);
  assert.deepEqual(new Set(order.slice(0, 3).map((name) => name.charAt(0))), new Set(['a', 'b', 'c']));
  assert.ok(
    order.indexOf('a1.txt') < order.indexOf('a2.txt') && order.indexOf('b1.txt') < order.indexOf('b2.txt'),
  );
});

test('control: in arrival order, the last account is last', async () => {
  const documents = await world.db<{ name: string }[]>`
    select name from knowledge_documents order by created_at, id`;
  assert.equal(documents.at(-1)?.name, 'c1.txt');
});
