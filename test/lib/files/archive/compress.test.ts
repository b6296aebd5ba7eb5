import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { gunzipSync } from 'node:zlib';
import { compress } from '../../../../src/lib/files/archive/compress.ts';

const BLOCKS = 100;
/** A time in which a block is compressed and then waits for its reader. */
const FILLED_MS = 200;

/** Returns a producer of blocks that records when it has ended. */
function produce(bytes: number) {
  const produced = { blocks: [] as Buffer[], has_ended: false };
  async function* makeBlocks(): AsyncGenerator<Buffer, string> {
    try {
      for (let made = 0; made < BLOCKS; made++) {
        const block = randomBytes(bytes);
        produced.blocks.push(block);
        yield block;
      }
      return 'whole';
    } finally {
      produced.has_ended = true;
    }
  }
  return { produced, blocks: makeBlocks() };
}

for (const bytes of [1_000, 100_000, 4_000_000])
  for (const taken of [1, 3])
    for (const waits_ms of [0, FILLED_MS])
      test(`blocks of ${bytes} bytes end when their reader stops after ${taken} blocks and ${waits_ms} ms`, async () => {
        const { produced, blocks } = produce(bytes);
        const squeezed = compress(blocks);
        for (let read = 0; read < taken; read++) await squeezed.next();
        await sleep(waits_ms);
        await squeezed.return('left');
        assert.equal(produced.has_ended, true);
      });

test('every block is compressed, and their results are returned', async () => {
  const { produced, blocks } = produce(1_000);
  const squeezed = compress(blocks);
  const packed: Buffer[] = [];
  for (;;) {
    const { done, value } = await squeezed.next();
    if (done) {
      assert.equal(value, 'whole');
      break;
    }
    packed.push(value);
  }
  assert.deepEqual(gunzipSync(Buffer.concat(packed)), Buffer.concat(produced.blocks));
});

test('a block that fails, and an aborted signal, fail the reader', async () => {
  async function* failing(): AsyncGenerator<Buffer, void> {
    yield Buffer.alloc(10);
    throw new Error('the disk broke');
  }
  await assert.rejects(Array.fromAsync(compress(failing())), /the disk broke/);
  const { produced, blocks } = produce(1_000);
  await assert.rejects(Array.fromAsync(compress(blocks, AbortSignal.abort())), { name: 'AbortError' });
  assert.deepEqual(produced.blocks, []);
});
