import { THUMBNAIL_FAULTS, type ThumbnailFault } from './contract.ts';
import { buffer } from 'node:stream/consumers';
import { nextAttemptAt } from '../../../lib/concurrency/backoff.ts';
import {
  leasedQueue,
  type QueueDependencies,
  type QueueItemResult,
} from '../../../lib/concurrency/queue/queue.ts';
import type { FileStore } from '../../../lib/files/store.ts';
import { PictureFault } from '../../../lib/images/fault.ts';
import { makeThumbnail, THUMBNAILS_AT_ONCE } from '../../../lib/images/thumbnail.ts';
import type { Log } from '../../../lib/log.ts';
import { withRetrySafeFailures, isRetrySafe } from '../../../lib/sql/retrySafety.ts';
import { FORM_FILE_AREA } from '../template.ts';
import * as queries from '../sql/files.ts';

export type ThumbnailQueueDependencies = QueueDependencies & { files: FileStore; log: Log };

const MAX_ATTEMPTS = 10;
const MAX_BYTES = 1024 * 1024;

/** The queue of due thumbnails. It creates at most one thumbnail per account at a time, so that accounts take turns. */
export const THUMBNAIL_QUEUE = leasedQueue<queries.DueThumbnail, ThumbnailQueueDependencies>({
  ...queries.THUMBNAIL_QUEUE_TABLE,
  name: 'thumbnail',
  // The lease is longer than the timeout of a thumbnail, which is 20 seconds.
  lease_ms: 60_000,
  concurrency_limit: THUMBNAILS_AT_ONCE,
  one_per_account: true,
  work: makeOne,
  onFailure({ clock, log }, { id: form_id, attempts }, err) {
    log.warn({ err, form_id, attempts }, 'thumbnail not created');
    return { set: afterFailure(err, attempts, clock.now()) };
  },
});

async function makeOne(
  { files }: ThumbnailQueueDependencies,
  due: queries.DueThumbnail,
): Promise<QueueItemResult> {
  const picture = await withRetrySafeFailures(async () => {
    const template = await files.open(due.template_key);
    return template && buffer(template.content);
  });
  if (!picture) throw new Error('the picture is gone');
  const thumbnail = await makeThumbnail(due.account_id, picture);
  const { key } = await files.put(FORM_FILE_AREA, thumbnail, { max_bytes: MAX_BYTES });
  return {
    set: { thumbnail_key: key, thumbnail_due_at: null },
    onLost: () => files.remove(key),
  };
}

/** An error of the file store is not the fault of the image, so it does not count as an attempt. */
function afterFailure(err: unknown, attempts: number, now: Date): QueueItemResult['set'] {
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
