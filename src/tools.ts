import { join } from 'node:path';
import type { Config } from './config.ts';
import { connectTrainingApp, type TrainingApp } from './features/deletions/trainingApp.ts';
import { createSchemaChecker, type SchemaChecker } from './features/skills/schemas/schemas.ts';
import { systemClock } from './lib/clock.ts';
import { createDocumentReader, type DocumentReader } from './lib/documents/reader.ts';
import { folderStore } from './lib/files/folder.ts';
import { s3Store } from './lib/files/s3.ts';
import type { FileStore } from './lib/files/store.ts';
import { createGuard, type Guard } from './lib/net/guard.ts';
import { createOutgoing, type Outgoing } from './lib/outgoing/outgoing.ts';
import { createSecretBox, readSecretKey, type SecretBox } from './lib/secretBox.ts';

/** What the whole process shares to keep secrets and to reach the outside. */
export type Tools = {
  box: SecretBox;
  guard: Guard;
  outgoing: Outgoing;
  /** Where deleted sessions are reported to, if anywhere. */
  training_app: TrainingApp | undefined;
  /** Compares arguments with the schemas of skills, in a thread of its own. */
  schemas: SchemaChecker;
  /** Reads documents in a thread of its own. */
  reader: DocumentReader;
  files: FileStore;
};

export async function openTools(config: Config): Promise<Tools> {
  const box = createSecretBox(await readSecretKey(config.SECRET_KEY, config.DATA_DIR));
  const guard = createGuard(config.WEBHOOK_ALLOW);
  const outgoing = createOutgoing({ guard });
  return {
    box,
    guard,
    outgoing,
    training_app: findTrainingApp(config, outgoing),
    files: openFiles(config),
    schemas: createSchemaChecker(),
    reader: createDocumentReader(),
  };
}

export async function closeTools({ outgoing, files, schemas, reader }: Tools): Promise<void> {
  await Promise.all([outgoing.close(), files.close(), schemas.close(), reader.close()]);
}

function findTrainingApp(config: Config, outgoing: Outgoing): TrainingApp | undefined {
  const { CORE_DELETION_URL: url, CORE_DELETION_SECRET: secret } = config;
  return url === undefined ? undefined : connectTrainingApp({ outgoing, clock: systemClock, url, secret });
}

export function openFiles({ S3_URL, DATA_DIR }: Pick<Config, 'S3_URL' | 'DATA_DIR'>): FileStore {
  return S3_URL === undefined ? folderStore(join(DATA_DIR, 'files')) : s3Store(S3_URL);
}
