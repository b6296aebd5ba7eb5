import { ArchiveFault } from './fault.ts';
import { archiveReasons } from './reasons.ts';

/** Receives an archive. The archive becomes visible with `finish`. */
export type Sink = {
  write(block: Buffer): Promise<void>;
  finish(): Promise<void>;
  abort(): Promise<void>;
};

/** Stores archives in a folder or under a prefix of a bucket. */
export type ArchivePlace = {
  /** Throws if the name exists already. */
  create(name: string): Promise<Sink>;
  read(name: string): AsyncIterable<Buffer>;
  list(): Promise<string[]>;
  remove(name: string): Promise<void>;
  close(): Promise<void>;
};

export function archiveExistsFault(name: string): ArchiveFault {
  return new ArchiveFault(archiveReasons.archive_exists({ name }));
}
