import type { World } from '../../../support/world.ts';
import type { Makers } from '../makers/makers.ts';
import type { Sent } from '../stage.ts';

/** An operation that changes something, and what is promised of it. */
export type Act = {
  /** Makes what it acts on, and says what to send. */
  prepare: (make: Makers) => Sent | Promise<Sent>;
  /** Its entries in the audit log: the action, and the details with `ID` for every id. */
  audit: [action: string, details: object][];
  /** Comes between the two times, where the database's own clock decides about the second. */
  between?: (world: World) => Promise<void>;
  /** What the same is answered with once more; a 2xx changes nothing, unless it is done anew. */
  again: number | 'anew';
  /** What another account's ids are answered with, in the query or in the body; 404 without it. */
  foreign?: number | 'names none' | 'open to all';
  /** Members whose ids are the caller's to choose. */
  chosen?: string[];
  /** Tables beside the audit log that still name what was deleted, each with the reason. */
  kept?: Record<string, string>;
};

/** By operation; a word in brackets tells two acts of one operation apart. */
export type Acts = Record<string, Act>;

/** The same for an account and, at `/staff`, for the platform. */
export function ofBoth(acts: (door: string, own: (make: Makers) => Makers['platform']) => Acts): Acts {
  return {
    ...acts('/console/v1', (make) => make),
    ...acts('/console/v1/staff', (make) => make.platform),
  };
}
