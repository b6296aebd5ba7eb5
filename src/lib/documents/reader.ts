import { SandboxFailure, SandboxUnavailable } from '../process/sandbox/failure.ts';
import { createSandbox } from '../process/sandbox/sandbox.ts';
import type { Reason } from '../text/reasons.ts';
import { MOST_CHARACTERS, type DocumentReading, type ReadJob } from './document.ts';
import { documentReasons } from './reasons.ts';
import { MINUTE_MS } from '../time/clock.ts';

/** Reads documents in sandbox processes, at most one document per account at a time. */
export type DocumentReader = {
  /** Reads a document. If it cannot be read, the result contains the reason. Throws only ReaderUnavailable. */
  read(account_id: string, name: string, file: Uint8Array): Promise<DocumentReading>;
  close(): Promise<void>;
};

/**
 * Thrown if no process could be started or the reader is closed. The document is not the cause and can be read later.
 */
export class ReaderUnavailable extends Error {
  readonly is_closed: boolean;
  constructor(is_closed: boolean, cause?: unknown) {
    super(is_closed ? 'the reader is closed' : 'no process could be started', { cause });
    this.is_closed = is_closed;
  }
}

/**
 * Number of documents that are read concurrently. An account reads one document at a time, so its slow documents leave
 * the other process to other accounts.
 */
export const CONCURRENT_READERS = 2;

const PROGRAM = new URL('./readerProcess.ts', import.meta.url);
const CPU_MS = 20_000;
const LIMITS = {
  heap_mb: 256,
  rss_mb: 640,
  // Passages repeat their heading, and JSON escapes some characters.
  max_answer_characters: 4 * MOST_CHARACTERS,
  in_background: true,
  max_processes: CONCURRENT_READERS,
  idle_ms: 10_000,
};
/**
 * A backstop above the CPU limit: reached only by a document that waits without computing, or on a very busy machine.
 */
const TIMEOUT_MS = 2 * MINUTE_MS;

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

function reasonOf(error: unknown): Reason {
  const end = error instanceof SandboxFailure ? error.end : 'crashed';
  switch (end) {
    case 'too_slow':
      return documentReasons.document_too_slow({ seconds: CPU_MS / 1_000 });
    case 'out_of_memory':
      return documentReasons.document_needs_too_much_memory;
    case 'crashed':
      return documentReasons.document_unreadable;
  }
}
