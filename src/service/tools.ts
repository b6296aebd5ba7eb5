import { join } from 'node:path';
import type { BackupPlan, Tools } from '../access/tools.ts';
import type { Config } from '../config.ts';
import { connectTrainingApp } from '../features/deletions/trainingApp.ts';
import { holdOwnAddress, type OwnAddressHolder } from '../features/webhooks/inbox/address.ts';
import { createSchemaChecker } from '../features/skills/schemas/schemas.ts';
import { systemClock, type Clock } from '../lib/time/clock.ts';
import { describePlace } from '../lib/files/archive/openPlace.ts';
import { createDocumentReader, type DocumentReader } from '../lib/documents/reader.ts';
import { folderStore } from '../lib/files/folder.ts';
import { s3Store } from '../lib/files/s3.ts';
import type { FileStore } from '../lib/files/store.ts';
import { createGuard, createOutgoing, type Guard, type Outgoing } from '../lib/http/outgoing/outgoing.ts';
import type { SecretBox } from '../lib/crypto/secretBox.ts';
import { openSecretBox, type SecretKeyLocation } from '../lib/crypto/secretKeys.ts';

/** The tools of a process whose public address is not known yet, with those of workers only. */
export type OpenTools = Omit<Tools, 'public_url'> & {
  reader: DocumentReader;
  /** Learns the public address as soon as it is known. */
  own_address: OwnAddressHolder;
};

export function openTools(config: Config): OpenTools {
  return assembleTools(config, openSecretBox(keyPlaceOf(config)));
}

export function keyPlaceOf({
  SECRET_KEY,
  DATA_DIR,
}: Pick<Config, 'SECRET_KEY' | 'DATA_DIR'>): SecretKeyLocation {
  return { setting: SECRET_KEY, data_dir: DATA_DIR };
}

/** Opens the tools with a given secret box. */
export function assembleTools(config: Config, box: SecretBox): OpenTools {
  const own_address = holdOwnAddress();
  const guard = createGuard(config.WEBHOOK_ALLOW, own_address);
  const outgoing = createOutgoing({ guard });
  const { CORE_DELETION_URL: url, CORE_DELETION_SECRET: secret } = config;
  return {
    ...connectTools({ box, guard, outgoing, clock: systemClock, files: openFiles(config) }),
    backups: readBackupPlan(config),
    sends_mail: config.SMTP_URL !== undefined,
    training_app:
      url === undefined ? undefined : connectTrainingApp({ outgoing, clock: systemClock, url, secret }),
    reader: createDocumentReader(),
    own_address,
  };
}

function readBackupPlan({ BACKUP_TO, BACKUP_AT, BACKUP_KEEP }: Config): BackupPlan | undefined {
  if (BACKUP_TO === undefined) return undefined;
  return { place: describePlace(BACKUP_TO), at_minutes: BACKUP_AT, keep: BACKUP_KEEP };
}

type Parts = { box: SecretBox; guard: Guard; outgoing: Outgoing; clock: Clock; files: FileStore };

/** Adds the tools that are built from others. */
export function connectTools({ guard, outgoing, ...parts }: Parts): Omit<Tools, 'public_url'> {
  const reach = { guard, findBlocked: outgoing.findBlocked };
  return {
    ...parts,
    reach,
    outgoing,
    sends_mail: true,
    backups: undefined,
    training_app: undefined,
    schemas: createSchemaChecker(),
  };
}

export async function closeTools({ outgoing, files, schemas, reader }: OpenTools): Promise<void> {
  await Promise.all([outgoing.close(), files.close(), schemas.close(), reader.close()]);
}

export function openFiles({ S3_URL, DATA_DIR }: Pick<Config, 'S3_URL' | 'DATA_DIR'>): FileStore {
  return S3_URL === undefined ? folderStore(join(DATA_DIR, 'files')) : s3Store(S3_URL);
}
