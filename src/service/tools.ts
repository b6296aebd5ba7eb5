import { join } from 'node:path';
import type { BackupPlan, Tools } from '../access/tools.ts';
import type { Config } from '../config.ts';
import type { DemoPlace } from '../demo/account.ts';
import { isLoopbackHost } from '../lib/http/loopback.ts';
import { createTrainingAppClient } from '../features/deletions/trainingApp.ts';
import { createOwnAddressHolder, type OwnAddressHolder } from '../features/webhooks/inbox/address.ts';
import { createSchemaChecker } from '../features/skills/schemas/schemas.ts';
import { systemClock, type Clock } from '../lib/time/clock.ts';
import { hidePlaceSecret } from '../lib/files/archive/openPlace.ts';
import { createDocumentReader, type DocumentReader } from '../lib/documents/reader.ts';
import { folderStore } from '../lib/files/folder.ts';
import { s3Store } from '../lib/files/s3.ts';
import type { FileStore } from '../lib/files/store.ts';
import {
  createGuard,
  createOutgoingClient,
  type Guard,
  type OutgoingClient,
} from '../lib/http/outgoing/outgoing.ts';
import type { SecretBox } from '../lib/crypto/secretBox.ts';
import { openSecretBox, type SecretKeyLocation } from '../lib/crypto/secretKeys.ts';

/** The dependencies of a process before its public URL is known, including dependencies that only workers use. */
export type ProcessTools = Omit<Tools, 'public_url'> & {
  reader: DocumentReader;
  /** Receives the public URL when it is known. */
  own_address: OwnAddressHolder;
};

export function createProcessTools(config: Config): ProcessTools {
  return createProcessToolsWithBox(config, openSecretBox(secretKeyLocationOf(config)));
}

export function secretKeyLocationOf({
  SECRET_KEY,
  DATA_DIR,
}: Pick<Config, 'SECRET_KEY' | 'DATA_DIR'>): SecretKeyLocation {
  return { setting: SECRET_KEY, data_dir: DATA_DIR };
}

/** The demo is local if the service listens on the loopback interface, without a proxy or another public address. */
export function demoPlaceOf({ HOST, PUBLIC_URL, TRUST_PROXY, DATA_DIR }: Config, box: SecretBox): DemoPlace {
  const is_local =
    isLoopbackHost(HOST) &&
    TRUST_PROXY === false &&
    (PUBLIC_URL === undefined || isLoopbackHost(new URL(PUBLIC_URL).host));
  return { file: join(DATA_DIR, 'demo'), box, is_local };
}

/** Creates the dependencies of the service. `box` encrypts stored secrets. */
export function createProcessToolsWithBox(config: Config, box: SecretBox): ProcessTools {
  const own_address = createOwnAddressHolder();
  const guard = createGuard(config.WEBHOOK_ALLOW, own_address);
  const outgoing = createOutgoingClient({ guard });
  const { CORE_DELETION_URL: url, CORE_DELETION_SECRET: secret } = config;
  return {
    ...buildTools({ box, guard, outgoing, clock: systemClock, files: openFileStore(config) }),
    backups: readBackupPlan(config),
    sends_mail: config.SMTP_URL !== undefined,
    training_app:
      url === undefined ? undefined : createTrainingAppClient({ outgoing, clock: systemClock, url, secret }),
    reader: createDocumentReader(),
    own_address,
  };
}

function readBackupPlan({ BACKUP_TO, BACKUP_AT, BACKUP_KEEP }: Config): BackupPlan | undefined {
  if (BACKUP_TO === undefined) return undefined;
  return { place: hidePlaceSecret(BACKUP_TO), at_minute_of_day: BACKUP_AT, keep: BACKUP_KEEP };
}

type Parts = { box: SecretBox; guard: Guard; outgoing: OutgoingClient; clock: Clock; files: FileStore };

/** Adds the dependencies that are built from other dependencies, with defaults for tests. */
export function buildTools({ guard, outgoing, ...parts }: Parts): Omit<Tools, 'public_url'> {
  const reach = { guard, findBlocked: outgoing.findBlocked };
  return {
    ...parts,
    reach,
    outgoing,
    sends_mail: true,
    backups: undefined,
    training_app: undefined,
    demo: undefined,
    schemas: createSchemaChecker(),
  };
}

export async function closeProcessTools({ outgoing, files, schemas, reader }: ProcessTools): Promise<void> {
  await Promise.all([outgoing.close(), files.close(), schemas.close(), reader.close()]);
}

export function openFileStore({ S3_URL, DATA_DIR }: Pick<Config, 'S3_URL' | 'DATA_DIR'>): FileStore {
  return S3_URL === undefined ? folderStore(join(DATA_DIR, 'files')) : s3Store(S3_URL);
}
