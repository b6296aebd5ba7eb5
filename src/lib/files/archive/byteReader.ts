import { DamagedArchive } from './format.ts';

/** Reads exact numbers of bytes from blocks of any size. */
export class ByteReader {
  readonly #blocks: AsyncIterator<Buffer>;
  #rest: Buffer = Buffer.alloc(0);

  constructor(source: AsyncIterable<Buffer>) {
    this.#blocks = source[Symbol.asyncIterator]();
  }

  async take(length: number, place: string): Promise<Buffer> {
    const block = await this.takeUpTo(length);
    if (block.length === length) return block;
    throw new DamagedArchive(`The backup is truncated: it ends within ${place}.`);
  }

  /** Returns fewer bytes only at the end of the source. */
  async takeUpTo(length: number): Promise<Buffer> {
    const pieces = [];
    let missing = length;
    while (missing > 0) {
      if (await this.isOver()) break;
      const piece = this.#rest.subarray(0, missing);
      this.#rest = this.#rest.subarray(piece.length);
      missing -= piece.length;
      pieces.push(piece);
    }
    return pieces.length === 1 && pieces[0] ? pieces[0] : Buffer.concat(pieces);
  }

  async isOver(): Promise<boolean> {
    return this.#rest.length === 0 && !(await this.#fill());
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#blocks.return?.();
  }

  async #fill(): Promise<boolean> {
    for (;;) {
      const { done, value } = await this.#blocks.next();
      if (done) return false;
      this.#rest = value;
      if (value.length > 0) return true;
    }
  }
}
