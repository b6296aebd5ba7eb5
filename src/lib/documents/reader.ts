import { createThread, ThreadFailure } from '../thread/thread.ts';
import type { Reading, ReadJob } from './document.ts';

const IDLE_MS = 10_000;

/** Reads documents one after the other, away from the event loop; accounts take turns. */
export type DocumentReader = {
  /** What cannot be read is refused with a sentence; throws only when the reader was closed meanwhile. */
  read(account_id: string, name: string, file: Uint8Array): Promise<Reading>;
  close(): Promise<void>;
};

/** The reader was closed before the document was read. */
export class ReaderClosed extends Error {}

const FILE = new URL('./thread.ts', import.meta.url);
const READ_CPU_MS = 20_000;
/** Only what waits without an end, or on a very busy machine, takes so long. */
const READ_WITHIN_MS = 120_000;
const LIMITS = { heap_mb: 256, growth_mb: 640, cpu_ms: READ_CPU_MS, idle_ms: IDLE_MS };

export function createDocumentReader({ within_ms = READ_WITHIN_MS } = {}): DocumentReader {
  let closed = false;
  const thread = createThread<ReadJob, Reading>(FILE, LIMITS);
  return {
    async read(account_id, name, file) {
      try {
        return await thread.run(account_id, { name, file }, within_ms);
      } catch (error) {
        if (closed) throw new ReaderClosed();
        return { kind: 'refused', reason: reasonOf(error) };
      }
    },
    close() {
      closed = true;
      return thread.close();
    },
  };
}

function reasonOf(error: unknown): string {
  const end = error instanceof ThreadFailure ? error.end : 'crashed';
  switch (end) {
    case 'too_slow':
      return `Reading it takes longer than ${READ_CPU_MS / 1_000} seconds.`;
    case 'out_of_memory':
      return 'Reading it takes too much memory.';
    case 'crashed':
      return 'It cannot be read.';
  }
}
