import { SandboxFailure, SandboxUnavailable } from '../process/sandbox/failure.ts';
import { createSandbox } from '../process/sandbox/sandbox.ts';
import { MOST_CHARACTERS, type DocumentReading, type ReadJob } from './document.ts';

/** Reads documents in processes of their own, at most one of an account at a time. */
export type DocumentReader = {
  /** A document that cannot be read is refused with a sentence; throws only ReaderUnavailable. */
  read(account_id: string, name: string, file: Uint8Array): Promise<DocumentReading>;
  close(): Promise<void>;
};

/** The document was not read because no process could be started, or the reader was closed; it is not at fault. */
export class ReaderUnavailable extends Error {
  readonly is_closed: boolean;
  constructor(is_closed: boolean, cause?: unknown) {
    super(is_closed ? 'the reader is closed' : 'no process could be started', { cause });
    this.is_closed = is_closed;
  }
}

/** Documents that are read at the same time: an account whose documents are slow leaves one process to the others. */
export const READERS = 2;

const PROGRAM = new URL('./readerProcess.ts', import.meta.url);
const CPU_MS = 20_000;
const LIMITS = {
  heap_mb: 256,
  rss_mb: 640,
  // Headings are repeated with each of their passages, and JSON escapes some characters.
  max_answer_characters: 4 * MOST_CHARACTERS,
  in_background: true,
  max_processes: READERS,
  idle_ms: 10_000,
};
/** Reached only by a document that waits without computing, or on a very busy machine. */
const TIMEOUT_MS = 120_000;

export function createDocumentReader({ timeout_ms = TIMEOUT_MS, cpu_ms = CPU_MS } = {}): DocumentReader {
  let is_closed = false;
  const sandbox = createSandbox<ReadJob, DocumentReading>(PROGRAM, { ...LIMITS, timeout_ms, cpu_ms });
  return {
    async read(account_id, name, file) {
      try {
        return await sandbox.run(account_id, { name, file });
      } catch (error) {
        if (error instanceof SandboxUnavailable) throw new ReaderUnavailable(is_closed, error);
        return { kind: 'refused', reason: reasonOf(error) };
      }
    },
    close() {
      is_closed = true;
      return sandbox.close();
    },
  };
}

function reasonOf(error: unknown): string {
  const end = error instanceof SandboxFailure ? error.end : 'crashed';
  switch (end) {
    case 'too_slow':
      return `Reading it takes longer than ${CPU_MS / 1_000} seconds.`;
    case 'out_of_memory':
      return 'Reading it takes too much memory.';
    case 'crashed':
      return 'It cannot be read.';
  }
}
