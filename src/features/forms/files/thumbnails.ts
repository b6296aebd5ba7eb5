import { THUMBNAIL_FAULTS, type ThumbnailFault } from './contract.ts';
import { buffer } from 'node:stream/consumers';
import { nextAttemptAt } from '../../../lib/concurrency/backoff.ts';
import { leasedQueue, type QueueWork, type Result } from '../../../lib/concurrency/queue/queue.ts';
import type { FileStore } from '../../../lib/files/store.ts';
import { PictureFault } from '../../../lib/images/fault.ts';
import { makeThumbnail, THUMBNAILS_AT_ONCE } from '../../../lib/images/thumbnail.ts';
import type { Log } from '../../../lib/log.ts';
import { withRetrySafeFailures, isRetrySafe } from '../../../lib/sql/retrySafety.ts';
import { FILE_AREA } from '../template.ts';
import * as queries from '../sql/files.ts';

export type ThumbnailWork = QueueWork & { files: FileStore; log: Log };

const MAX_ATTEMPTS = 10;
const MAX_BYTES = 1024 * 1024;

/** Makes due thumbnails, at most one of an account at a time, and accounts in turn. */
export const THUMBNAIL_QUEUE = leasedQueue<queries.DueThumbnail, ThumbnailWork>({
  ...queries.THUMBNAILS,
  name: 'thumbnail',
  // One thumbnail may take 20 s.
  lease_ms: 60_000,
  at_once: THUMBNAILS_AT_ONCE,
  takes_turns: true,
  work: makeOne,
  onFailure({ clock, log }, { id: form_id, attempts }, err) {
    log.warn({ err, form_id, attempts }, 'thumbnail not made');
    return { set: afterFailure(err, attempts, clock.now()) };
  },
});

async function makeOne({ files }: ThumbnailWork, due: queries.DueThumbnail): Promise<Result> {
  const picture = await withRetrySafeFailures(async () => {
    const template = await files.open(due.template_key);
    return template && buffer(template.content);
  });
  if (!picture) throw new Error('the picture is gone');
  const thumbnail = await makeThumbnail(due.account_id, picture);
  const { key } = await files.put(FILE_AREA, thumbnail, { max_bytes: MAX_BYTES });
  return {
    set: { thumbnail_key: key, thumbnail_due_at: null },
    onLost: () => files.remove(key),
  };
}

/** An unavailable store says nothing about the picture, so it uses up no attempt. */
function afterFailure(err: unknown, attempts: number, now: Date): Result['set'] {
  const made = isRetrySafe(err) ? attempts - 1 : attempts;
  const ended = { thumbnail_due_at: null, thumbnail_attempts: made };
  if (err instanceof PictureFault) return { ...ended, thumbnail_fault: faultOf(err) };
  return made >= MAX_ATTEMPTS
    ? { ...ended, thumbnail_fault: 'thumbnail_not_made' satisfies ThumbnailFault }
    : { thumbnail_due_at: nextAttemptAt(now, made), thumbnail_attempts: made, thumbnail_fault: null };
}

function faultOf({ reason: { rule } }: PictureFault): ThumbnailFault {
  return THUMBNAIL_FAULTS.find((one) => one === rule) ?? 'picture_broken';
}
