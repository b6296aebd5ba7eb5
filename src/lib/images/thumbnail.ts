import { SandboxFailure } from '../process/sandbox/failure.ts';
import { createSandbox } from '../process/sandbox/sandbox.ts';
import type { Reason } from '../text/reasons.ts';
import { PictureFault } from './fault.ts';
import { imageReasons } from './reasons.ts';

export type ThumbnailJob = { picture: Uint8Array; side: number };
export type ThumbnailAnswer = { kind: 'drawn'; base64: string } | { kind: 'refused'; reason: Reason };

/** Number of pictures that are decoded concurrently. */
export const THUMBNAILS_AT_ONCE = 2;

const SIDE = 480;
const CPU_MS = 15_000;
/** Memory for 64 million pixels of four bytes, and for scaling them down. */
const RSS_MB = 640;
/** The sandbox starts with the first picture. Decoders are native code, so each picture has its own process. */
const sandbox = createSandbox<ThumbnailJob, ThumbnailAnswer>(
  new URL('./thumbnailProcess.ts', import.meta.url),
  {
    heap_mb: 64,
    rss_mb: RSS_MB,
    cpu_ms: CPU_MS,
    timeout_ms: 20_000,
    max_answer_characters: 4 * 1024 * 1024,
    in_background: false,
    max_processes: THUMBNAILS_AT_ONCE,
    jobs_per_process: 1,
    idle_ms: 10_000,
  },
);

/** Makes a small WebP of a picture. Throws a PictureFault if the picture is the cause of a failure. */
export async function makeThumbnail(account_id: string, picture: Uint8Array, side = SIDE): Promise<Buffer> {
  const answer = await draw(account_id, { picture, side });
  if (answer.kind === 'refused') throw new PictureFault(answer.reason);
  return Buffer.from(answer.base64, 'base64');
}

async function draw(account_id: string, job: ThumbnailJob): Promise<ThumbnailAnswer> {
  try {
    return await sandbox.run(account_id, job);
  } catch (error) {
    throw error instanceof SandboxFailure ? new PictureFault(reasonOf(error), { cause: error }) : error;
  }
}

function reasonOf({ end }: SandboxFailure): Reason {
  switch (end) {
    case 'too_slow':
      return imageReasons.picture_too_slow({ seconds: CPU_MS / 1_000 });
    case 'out_of_memory':
      return imageReasons.picture_needs_too_much_memory;
    case 'crashed':
      return imageReasons.picture_not_decoded;
  }
}
