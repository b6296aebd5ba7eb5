import type { RequestServices } from './platform.ts';

/**
 * The caller of an operation that requires no API key, token or sign-in. The operation can authenticate the caller
 * itself.
 */
export type AnonymousCaller = RequestServices & {
  /** Every `Authorization` header that was sent. */
  authorization: readonly string[];
  /** The address that the request comes from. */
  address: string;
  /** The milliseconds since the headers of the request were read. */
  waited_ms(): number;
};
