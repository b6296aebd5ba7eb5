/** Names of members and words of schemas, which no page shows. */
export const NOT_FOR_PEOPLE = /_|base64|\bNOT\b|must match/;
