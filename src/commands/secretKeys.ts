import type { CommandOptions } from './backups.ts';
import type { Config } from '../config.ts';
import { openDatabase, prepareDatabase } from '../database/database.ts';
import { lockSecretKeysFile } from '../features/secretKeys/sql/sealed.ts';
import {
  countSealedValues,
  resealAllInBatches,
  countSealedValuesInSample,
  countOpenedValues,
  type ResealResult,
  type SealedValueCounts,
} from '../features/secretKeys/sealed.ts';
import { systemClock, MINUTE_MS, SECOND_MS } from '../lib/time/clock.ts';
import type { Log } from '../lib/log.ts';
import { plural } from '../lib/text/plural.ts';
import { createSecretBox, type KeyRing } from '../lib/crypto/secretBox.ts';
import {
  addSecretKey,
  secretKeyFileChangedAt,
  describeSecretKeySource,
  readSecretKeys,
  removeSecretKeys,
  type SecretKeyLocation,
} from '../lib/crypto/secretKeys.ts';
import type { Database } from '../lib/sql/sql.ts';
import { StartupFault } from '../lib/process/startupFault.ts';
import { LoopStopped } from '../lib/concurrency/backoffRunner.ts';
import { secretKeyLocationOf } from '../service/tools.ts';
import { startLoop } from '../workers/loop.ts';

/** Upper limit for the time between encrypting a value with an earlier key and committing the value. */
const SETTLED_AFTER_MS = MINUTE_MS;
const RECOUNT_MS = 10 * MINUTE_MS;

export function countSealedValuesByKey(installation: CommandOptions): Promise<SealedValueCounts> {
  return withKeys(installation, ({ db, place }) => countSealedValues(db, ringOf(place)));
}

/** Encrypts all stored secrets again, with the newest key. */
export function resealAllValues(installation: CommandOptions): Promise<ResealResult> {
  const { interrupted } = installation;
  return withKeys(installation, ({ db, place }) => resealAllInBatches(db, ringOf(place), interrupted));
}

/** Adds a new key to the data directory. Running processes use it immediately for new values. */
export function rotateSecretKey(installation: CommandOptions): Promise<string> {
  return withKeys(installation, ({ db, place }) =>
    db.begin(async (tx) => {
      await lockSecretKeysFile(tx);
      assertOurs(place, await countSealedValuesInSample(tx, ringOf(place)));
      return addSecretKey(place);
    }),
  );
}

/** Removes older keys from the data directory. Throws if a stored value still needs one of them. */
export function removeOldSecretKeys(installation: CommandOptions): Promise<string[]> {
  return withKeys(installation, ({ db, place }) =>
    db.begin(async (tx) => {
      await lockSecretKeysFile(tx);
      assertSettled(place);
      const ring = ringOf(place);
      const { by_key } = await countSealedValues(tx, ring);
      const [, ...older] = ring.names;
      const unused = older.filter((name) => by_key.get(name) === 0);
      if (unused.length < older.length)
        throw new StartupFault('Older keys still encrypt stored secrets: run secret-key reseal first.');
      removeSecretKeys(place, unused);
      return unused;
    }),
  );
}

export type SealedValueCheck = { countUnopened: () => number; stop: () => Promise<void> };

/**
 * Tries to decrypt every stored secret in the background after a start. It checks all of them, because after an
 * interrupted reseal any value can still need an older key. A request that needs an undecryptable value fails, so the
 * log and /readyz report their number. They are counted again every ten minutes until there are none, because an
 * operator can restore the missing key.
 */
export function startSealedValueCheck(config: Config, db: Database, log: Log): SealedValueCheck {
  const ending = new AbortController();
  let unopened: number | undefined;
  const check = async () => {
    if (unopened !== 0) unopened = await reportUnopenedValues(config, db, log, ending.signal);
  };
  const loop = startLoop('sealed values', RECOUNT_MS, check, { log });
  return {
    countUnopened: () => unopened ?? 0,
    stop: () => {
      ending.abort(new LoopStopped('the process stops'));
      return loop.stop();
    },
  };
}

/** Returns the number of stored secrets that no key can decrypt, and logs an error if there are any. */
export async function reportUnopenedValues(
  config: Config,
  db: Database,
  log: Log,
  interrupted?: AbortSignal,
): Promise<number> {
  const place = secretKeyLocationOf(config);
  const counts = await countSealedValues(db, ringOf(place), interrupted);
  const { unopened } = counts;
  if (unopened > 0) {
    const line = `${describeSecretKeySource(place)} does not decrypt stored secrets of this database: an older key may be missing`;
    log.error({ unopened, opened: countOpenedValues(counts) }, line);
  }
  return unopened;
}

type Opened = { db: Database; place: SecretKeyLocation };

async function withKeys<T>(
  { config, interrupted, log }: CommandOptions,
  work: (opened: Opened) => Promise<T>,
): Promise<T> {
  const opened = await openDatabase(config, { as: 'command', log, interrupted });
  try {
    await prepareDatabase(opened.direct);
    return await work({ db: opened.db, place: secretKeyLocationOf(config) });
  } finally {
    await opened.close();
  }
}

/**
 * Throws if the keys decrypt none of the stored secrets: they belong to another installation. A new key in this folder
 * would encrypt values that the real keys of this database cannot decrypt.
 */
function assertOurs(place: SecretKeyLocation, counts: SealedValueCounts): void {
  if (counts.unopened === 0 || countOpenedValues(counts) > 0) return;
  throw new StartupFault(
    `${describeSecretKeySource(place)} is not the key of this database: it decrypts no stored secret.`,
  );
}

function ringOf(place: SecretKeyLocation): KeyRing {
  return createSecretBox(...readSecretKeys(place));
}

/**
 * Throws shortly after a change of keys, because values that were encrypted with an earlier key may not be committed
 * yet.
 */
function assertSettled(place: SecretKeyLocation): void {
  const changed_at = secretKeyFileChangedAt(place);
  if (changed_at === undefined) return;
  const left_ms = changed_at.getTime() + SETTLED_AFTER_MS - systemClock.now().getTime();
  if (left_ms > 0)
    throw new StartupFault(
      `The keys were changed just now: remove the older ones in ${plural(Math.ceil(left_ms / SECOND_MS), 'second')}.`,
    );
}
