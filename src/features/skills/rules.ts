/** The largest argument schema, as JSON. */
export const MOST_SCHEMA_CHARACTERS = 64 * 1_024;
