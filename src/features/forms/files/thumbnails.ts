import { THUMBNAIL_FAULTS, type ThumbnailFault } from './contract.ts';
import { buffer } from 'node:stream/consumers';
import type { Platform } from '../../../access/platform.ts';
import { nextAttemptAt } from '../../../lib/concurrency/backoff.ts';
import { writeWhileLeased } from '../../../lib/concurrency/claims.ts';
import type { Clock } from '../../../lib/time/clock.ts';
import type { FileStore } from '../../../lib/files/store.ts';
import { PictureFault } from '../../../lib/images/fault.ts';
import { makeThumbnail, THUMBNAILS_AT_ONCE } from '../../../lib/images/thumbnail.ts';
import { workInLanes } from '../../../lib/concurrency/lanes.ts';
import type { Log } from '../../../lib/log.ts';
import { asUnwritten, isUnserved } from '../../../lib/sql/away.ts';
import { allAtOnce, type Turns } from '../../../lib/concurrency/turns.ts';
import { FILE_AREA } from '../template.ts';
import * as queries from '../sql/files.ts';

export type ThumbnailWork = { db: Platform['db']; clock: Clock; files: FileStore; log: Log; turns?: Turns };

/** One thumbnail may take 20 s. */
const LEASE_MS = 60_000;
/** Of so many, one is claimed that no other worker has. */
const AT_ONCE = 4;
const MAX_ATTEMPTS = 10;
const MAX_BYTES = 1024 * 1024;

/** Makes all due thumbnails, at most one of an account at a time, and accounts in turn. */
export async function makeDueThumbnails(work: ThumbnailWork): Promise<void> {
  const { turns = allAtOnce } = work;
  await workInLanes<queries.DueThumbnail>({
    lanes: THUMBNAILS_AT_ONCE,
    async claim({ last, except }) {
      turns.goOn();
      const next = last && (await claimAfter(work, { after: last, except }));
      return next || claimAfter(work, { except });
    },
    async work(due) {
      await turns.take(`thumbnail of ${due.id}`, () => makeOrPostpone(work, due));
      return true;
    },
  });
}

async function claimAfter(
  { db, clock }: ThumbnailWork,
  among: { after?: string; except: ReadonlySet<string> },
): Promise<queries.DueThumbnail | undefined> {
  const now = clock.now();
  const lease_until = new Date(now.getTime() + LEASE_MS);
  for (const { account_id, id } of await queries.listDueThumbnails(db, { now, limit: AT_ONCE, ...among })) {
    const claimed = await queries.claimThumbnail(db, account_id, id, { now, lease_until });
    if (claimed) return claimed;
  }
  return undefined;
}

async function makeOrPostpone(work: ThumbnailWork, due: queries.DueThumbnail): Promise<void> {
  const { db, clock, log } = work;
  const { account_id, id: form_id, attempts } = due;
  try {
    await makeOne(work, due);
  } catch (err) {
    log.warn({ err, form_id, attempts }, 'thumbnail not made');
    const now = clock.now();
    const later = afterFailure(err, attempts, now);
    const lease = { clock, lease_until: new Date(now.getTime() + LEASE_MS) };
    await writeWhileLeased(lease, () => queries.postponeThumbnail(db, account_id, due, later));
  }
}

/** A lock and an unavailable store say nothing about the picture, so they use up no attempt. */
function afterFailure(err: unknown, attempts: number, now: Date): queries.FailedThumbnail {
  const made = isUnserved(err) ? attempts - 1 : attempts;
  if (err instanceof PictureFault) return { due_at: null, attempts: made, fault: faultOf(err) };
  return made >= MAX_ATTEMPTS
    ? { due_at: null, attempts: made, fault: 'thumbnail_not_made' }
    : { due_at: nextAttemptAt(now, made), attempts: made, fault: null };
}

function faultOf({ reason: { rule } }: PictureFault): ThumbnailFault {
  return THUMBNAIL_FAULTS.find((one) => one === rule) ?? 'picture_broken';
}

async function makeOne({ db, files }: ThumbnailWork, due: queries.DueThumbnail): Promise<void> {
  const picture = await asUnwritten(async () => {
    const template = await files.open(due.template_key);
    return template && buffer(template.content);
  });
  if (!picture) throw new Error('the picture is gone');
  const thumbnail = await makeThumbnail(due.account_id, picture);
  const { key } = await files.put(FILE_AREA, thumbnail, { max_bytes: MAX_BYTES });
  if (!(await queries.saveThumbnail(db, due.account_id, due, key))) await files.remove(key);
}
