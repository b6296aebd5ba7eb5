import type { World } from '../../../support/world.ts';
import type { RecordMakers } from '../makers/makers.ts';
import type { RequestInput } from '../stage.ts';

/** An operation that changes something, and its promises. */
export type DeclaredAct = {
  /** Creates the record that the act needs, and returns the request. */
  prepare: (make: RecordMakers) => RequestInput | Promise<RequestInput>;
  /** The expected audit entries: action and details, with `ID` in place of every id. */
  audit: [action: string, details: object][];
  /** Runs between the first request and its repetition, for operations whose result depends on the database's clock. */
  between?: (world: World) => Promise<void>;
  /**
   * The status of a repeated request. With a 2xx, the repetition must change nothing; `anew` means that it acts
   * again.
   */
  again: number | 'anew';
  /** The status of a request with ids of another account; 404 by default. */
  foreign?: number | 'names none' | 'open to all';
  /** Members whose ids the caller chooses, so that an unknown id is valid. */
  chosen?: string[];
  /**
   * Creates a second record that the act must not change, and returns its ids. By default, `prepare` runs again if the
   * request names a record.
   */
  neighbour?: (make: RecordMakers, sent: RequestInput) => unknown;
  /** How many rows change that the request does not name, by table. */
  moves?: Record<string, number | 'all'>;
  /** Tables, other than the audit log, that may still contain the id after a deletion, each with the reason. */
  kept?: Record<string, string>;
};

/** Acts by operation. A word in brackets distinguishes two acts of one operation. */
export type DeclaredActs = Record<string, DeclaredAct>;

/** Declares the same acts for accounts and, under `/staff`, for the platform. */
export function forAccountAndPlatform(
  acts: (door: string, own: (make: RecordMakers) => RecordMakers['platform']) => DeclaredActs,
): DeclaredActs {
  return {
    ...acts('/console/v1', (make) => make),
    ...acts('/console/v1/staff', (make) => make.platform),
  };
}
