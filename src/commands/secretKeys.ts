import type { Installation } from './backups.ts';
import type { Config } from '../config.ts';
import { openDatabase, prepareDatabase } from '../database/database.ts';
import { lockSecretKeys } from '../features/secretKeys/sql/sealed.ts';
import {
  countSealed,
  resealAll,
  sampleSealed,
  sumOpened,
  type Resealed,
  type SealedCounts,
} from '../features/secretKeys/sealed.ts';
import { systemClock } from '../lib/time/clock.ts';
import type { Log } from '../lib/log.ts';
import { plural } from '../lib/text/plural.ts';
import { createSecretBox, type KeyRing } from '../lib/crypto/secretBox.ts';
import {
  addSecretKey,
  changedAt,
  describeKeys,
  readSecretKeys,
  removeSecretKeys,
  type SecretKeyLocation,
} from '../lib/crypto/secretKeys.ts';
import type { Database } from '../lib/sql/sql.ts';
import { StartupFault } from '../lib/process/startupFault.ts';
import { LoopStopped } from '../lib/concurrency/backoffRunner.ts';
import { keyPlaceOf } from '../service/tools.ts';
import { startLoop } from '../workers/loop.ts';

/** The longest time in which a request that began with the earlier keys writes the values that it sealed. */
const SETTLED_AFTER_MS = 60_000;
const RECOUNT_MS = 10 * 60_000;

/** Counts what each key seals. */
export function countByKey(installation: Installation): Promise<SealedCounts> {
  return withKeys(installation, ({ db, place }) => countSealed(db, ringOf(place)));
}

/** Seals everything with the newest key. */
export function resealInstallation(installation: Installation): Promise<Resealed> {
  const { interrupted } = installation;
  return withKeys(installation, ({ db, place }) => resealAll(db, ringOf(place), interrupted));
}

/** Makes a new key in the data directory; running processes seal with it from then on. */
export function rotateSecretKey(installation: Installation): Promise<string> {
  return withKeys(installation, ({ db, place }) =>
    db.begin(async (tx) => {
      await lockSecretKeys(tx);
      assertOurs(place, await sampleSealed(tx, ringOf(place)));
      return addSecretKey(place);
    }),
  );
}

/** Removes the older keys of the data directory that seal nothing any more. */
export function removeOldKeys(installation: Installation): Promise<string[]> {
  return withKeys(installation, ({ db, place }) =>
    db.begin(async (tx) => {
      await lockSecretKeys(tx);
      assertSettled(place);
      const ring = ringOf(place);
      const { by_key } = await countSealed(tx, ring);
      const [, ...older] = ring.names;
      const unused = older.filter((name) => by_key.get(name) === 0);
      if (unused.length < older.length)
        throw new StartupFault('Older keys still seal values: run secret-key reseal first.');
      removeSecretKeys(place, unused);
      return unused;
    }),
  );
}

export type SealedCheck = { countUnopened: () => number; stop: () => Promise<void> };

/**
 * Tries the keys on every sealed value once the process has started, beside its requests: after an interrupted reseal the
 * values that need the older key can be anywhere. A value that no key opens fails the requests that need it, so the log and
 * /readyz tell how many there are. They are counted again while there are any, since the missing key may be put back.
 */
export function startSealedCheck(config: Config, db: Database, log: Log): SealedCheck {
  const ending = new AbortController();
  let unopened: number | undefined;
  const check = async () => {
    if (unopened !== 0) unopened = await reportUnopened(config, db, log, ending.signal);
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

/** Returns how many sealed values no key opens. */
export async function reportUnopened(
  config: Config,
  db: Database,
  log: Log,
  interrupted?: AbortSignal,
): Promise<number> {
  const place = keyPlaceOf(config);
  const counts = await countSealed(db, ringOf(place), interrupted);
  const { unopened } = counts;
  if (unopened > 0) {
    const line = `${describeKeys(place)} does not open sealed values of this database: is an older key missing?`;
    log.error({ unopened, opened: sumOpened(counts) }, line);
  }
  return unopened;
}

type Opened = { db: Database; place: SecretKeyLocation };

async function withKeys<T>(
  { config, interrupted, log }: Installation,
  work: (opened: Opened) => Promise<T>,
): Promise<T> {
  const opened = await openDatabase(config, { as: 'command', log, interrupted });
  try {
    await prepareDatabase(opened.direct);
    return await work({ db: opened.db, place: keyPlaceOf(config) });
  } finally {
    await opened.close();
  }
}

/** A new key beside one of another installation would seal what nothing else opens. */
function assertOurs(place: SecretKeyLocation, counts: SealedCounts): void {
  if (counts.unopened === 0 || sumOpened(counts) > 0) return;
  throw new StartupFault(`${describeKeys(place)} is not the key of this database: it opens no sealed value.`);
}

function ringOf(place: SecretKeyLocation): KeyRing {
  return createSecretBox(...readSecretKeys(place));
}

/** Throws shortly after a change of keys: values sealed with the earlier keys may not be written yet. */
function assertSettled(place: SecretKeyLocation): void {
  const changed_at = changedAt(place);
  if (changed_at === undefined) return;
  const left_ms = changed_at.getTime() + SETTLED_AFTER_MS - systemClock.now().getTime();
  if (left_ms > 0)
    throw new StartupFault(
      `The keys were changed just now: remove the older ones in ${plural(Math.ceil(left_ms / 1_000), 'second')}.`,
    );
}
