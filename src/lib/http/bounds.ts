/** How much of a request is read at all: what is beyond is refused while it arrives. */
export type BodyBounds = {
  bytes: number;
  /** Members of objects, elements of lists, fields of forms. */
  values: number;
};

/** For callers who proved who they are; a resource may take more bytes, and never more values. */
export const BODY: BodyBounds = { bytes: 1024 * 1024, values: 50_000 };

/** Where nobody has to prove anything. */
export const OPEN_BODY: BodyBounds = { bytes: 16 * 1024, values: 100 };

export const MAX_DEPTH = 64;
/** All names of members in a body together. */
export const MAX_NAME_BYTES = 1024 * 1024;
export const MAX_QUERY_PARAMETERS = 100;
