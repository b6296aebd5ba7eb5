/** Member names and schema keywords, which no page may show. */
export const TECHNICAL_WORDS = /_|base64|\bNOT\b|must match/;
