import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';
import type { Context } from '../../../src/access/context.ts';
import type { KnowledgeDocument } from '../../../src/features/knowledge/contract.ts';
import { readDocument, uploadDocument } from '../../../src/features/knowledge/documents.ts';
import { readDueDocuments, type ReadingRoom } from '../../../src/features/knowledge/reading/reading.ts';
import { createDocumentReader, type DocumentReader } from '../../../src/lib/documents/reader.ts';
import { folderStore } from '../../../src/lib/files/folder.ts';
import { openWorld, type Tenant, type World } from '../../support/world.ts';

export type Library = {
  world: World;
  tenant: Tenant;
  room: ReadingRoom;
  /** Uploads and reads at once. */
  add: (
    who: { ctx(): Context },
    name: string,
    content: Buffer | string,
    collection?: string,
  ) => Promise<KnowledgeDocument>;
};

/** A world with a folder for files and a thread that reads them. */
export async function openLibrary(reader: DocumentReader = createDocumentReader()): Promise<Library> {
  const folder = await mkdtemp(join(tmpdir(), 'library-test-'));
  after(async () => {
    await reader.close();
    await rm(folder, { recursive: true, force: true });
  });
  const world = await openWorld();
  const files = folderStore(folder);
  const room = { db: world.db, clock: world.clock, files, reader };
  return {
    world,
    tenant: await world.account(),
    room,
    async add(who, name, content, collection) {
      const ctx = who.ctx();
      const { id } = await uploadDocument(ctx, files, { name, collection, content: Buffer.from(content) });
      await readDueDocuments(room);
      return readDocument(ctx, id);
    },
  };
}
