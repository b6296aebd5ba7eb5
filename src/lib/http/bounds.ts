/** The limits of a request, enforced while it arrives. */
export type BodyBounds = {
  bytes: number;
  /** Members of objects, elements of lists, fields of forms. */
  values: number;
};

/** For authenticated callers; a resource may allow more bytes, never more values. */
export const BODY: BodyBounds = { bytes: 1024 * 1024, values: 50_000 };

/** For callers without authentication. */
export const OPEN_BODY: BodyBounds = { bytes: 16 * 1024, values: 100 };

export const MAX_DEPTH = 64;
/** The total bytes of member names in a body. */
export const MAX_NAME_BYTES = 1024 * 1024;
export const MAX_QUERY_PARAMETERS = 100;
