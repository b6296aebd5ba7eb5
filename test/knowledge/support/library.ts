import { after } from 'node:test';
import type { Context } from '../../../src/access/context.ts';
import type { KnowledgeDocument } from '../../../src/features/knowledge/contract.ts';
import { readDocument, uploadDocument } from '../../../src/features/knowledge/documents.ts';
import { DOCUMENT_QUEUE, type DocumentQueueDependencies } from '../../../src/features/knowledge/reading.ts';
import { createDocumentReader, type DocumentReader } from '../../../src/lib/documents/reader.ts';
import { openWorld, type Tenant, type World } from '../../support/world.ts';

export type Library = {
  world: World;
  tenant: Tenant;
  room: DocumentQueueDependencies;
  /** Uploads and reads a document. */
  add: (
    who: { ctx(): Context },
    name: string,
    content: Buffer | string,
    collection?: string,
  ) => Promise<KnowledgeDocument>;
};

/** Opens a world with a document reader. */
export async function openLibrary(reader: DocumentReader = createDocumentReader()): Promise<Library> {
  after(() => reader.close());
  const world = await openWorld();
  const room = { db: world.db, clock: world.clock, files: world.files, reader };
  return {
    world,
    tenant: await world.account(),
    room,
    async add(who, name, content, collection) {
      const ctx = who.ctx();
      const { id } = await uploadDocument(ctx, { name, collection, content: Buffer.from(content) });
      await DOCUMENT_QUEUE.run(room);
      return readDocument(ctx, id);
    },
  };
}
