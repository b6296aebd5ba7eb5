import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { Readable } from 'node:stream';
import { buffer, text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { PictureFault } from './fault.ts';

const PROGRAM = fileURLToPath(new URL('thumbnailProcess.ts', import.meta.url));
const MAX_MS = 20_000;
const SIDE = 480;
const NOT_A_PICTURE = 2;

/**
 * Makes a small WebP of a picture in a separate process, since decoders are native code and the input is
 * untrusted.
 */
export async function makeThumbnail(picture: AsyncIterable<Uint8Array>, side = SIDE): Promise<Buffer> {
  const child = spawn(process.execPath, [PROGRAM, String(side)], {
    stdio: ['pipe', 'pipe', 'pipe'],
    env: {},
  });
  const limit = setTimeout(() => child.kill('SIGKILL'), MAX_MS);
  const [small, reason, [code]] = await Promise.all([
    buffer(child.stdout),
    text(child.stderr),
    once(child, 'close'),
    // One that ends early says why with its exit code.
    pipeline(Readable.from(picture), child.stdin).catch(() => undefined),
  ]).finally(() => clearTimeout(limit));
  if (code === 0) return small;
  if (code === NOT_A_PICTURE) throw new PictureFault(`is broken: ${reason}`);
  throw new Error(`a thumbnail was not made: ${reason}`);
}
