/** What the schema of a skill's arguments may take as JSON. */
export const MOST_SCHEMA_CHARACTERS = 64 * 1_024;
