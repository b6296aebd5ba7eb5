/** Limits of a request body, enforced while it arrives. */
export type BodyLimits = {
  bytes: number;
  /** Number of object members, list elements and form fields. */
  values: number;
};

/** Limits for authenticated callers. A route may allow more bytes, but never more values. */
export const BODY_LIMITS: BodyLimits = { bytes: 1024 * 1024, values: 50_000 };

/** Limits for requests without authentication. */
export const ANONYMOUS_BODY_LIMITS: BodyLimits = { bytes: 16 * 1024, values: 100 };

export const MAX_JSON_DEPTH = 64;
/** Maximum total length of the member names in a body. */
export const MAX_TOTAL_NAME_BYTES = 1024 * 1024;
export const MAX_QUERY_PARAMETERS = 100;
