import { StartupFault } from '../../process/startupFault.ts';

/** Takes an archive; it is there only once it is finished. */
export type Sink = {
  write(block: Buffer): Promise<void>;
  finish(): Promise<void>;
  abort(): Promise<void>;
};

/** Stores archives in a folder or under a prefix of a bucket. */
export type ArchivePlace = {
  /** Refuses a name that is taken. */
  create(name: string): Promise<Sink>;
  read(name: string): AsyncIterable<Buffer>;
  list(): Promise<string[]>;
  remove(name: string): Promise<void>;
  close(): Promise<void>;
};

export function placeTaken(name: string): StartupFault {
  return new StartupFault(`${name} is there already: name another one, or move it away.`);
}
