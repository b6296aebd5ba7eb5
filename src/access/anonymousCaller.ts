import type { Services } from './platform.ts';

/** The caller of an operation without a credential of ours; the operation itself checks who it is. */
export type AnonymousCaller = Services & {
  /** Every `Authorization` header that was sent. */
  authorization: readonly string[];
  /** The address that the request comes from. */
  address: string;
  /** The longest that the request may have waited before it was read. */
  waited_ms(): number;
};
