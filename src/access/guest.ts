import type { Services } from './platform.ts';

/** Whoever calls an operation that needs no credential of ours; the operation finds out by itself who it is. */
export type Guest = Services & {
  /** Every `Authorization` header that was sent. */
  authorization: readonly string[];
  /** Where the request comes from. */
  address: string;
  /** How long the request may have been here. */
  waited_ms(): number;
};
