/** The most characters of the rows in a result, about 10,000 tokens. */
const MOST_CHARACTERS = 40_000;

/** Removes the hidden members at any depth. */
export function withoutMembers(answer: unknown, hidden: readonly string[]): Record<string, unknown> {
  const kept = Object.entries(Object(answer)).filter(([name]) => !hidden.includes(name));
  return Object.fromEntries(kept.map(([name, value]) => [name, pruned(value, hidden)]));
}

function pruned(value: unknown, hidden: readonly string[]): unknown {
  if (Array.isArray(value)) return value.map((one) => pruned(one, hidden));
  return typeof value === 'object' && value !== null && !(value instanceof Date)
    ? withoutMembers(value, hidden)
    : value;
}

/**
 * Removes rows from a page that is too large for the context of a model. `limit` becomes the number of remaining rows,
 * so that `offset` plus `limit` is the start of the next page.
 */
export function truncateRows(answer: Record<string, unknown>): Record<string, unknown> {
  const [name, rows] = Object.entries(answer).find(([, value]) => Array.isArray(value)) ?? [];
  if (name === undefined || !Array.isArray(rows) || typeof answer['limit'] !== 'number') return answer;
  let characters = 0;
  const beyond = rows.findIndex((row) => (characters += JSON.stringify(row).length) > MOST_CHARACTERS);
  if (beyond < 0) return answer;
  const shown = rows.slice(0, Math.max(1, beyond));
  const more = 'has_more' in answer && {
    has_more: answer['has_more'] === true || shown.length < rows.length,
    ...('searched_to' in answer && { searched_to: null }),
  };
  return { ...answer, [name]: shown, limit: shown.length, ...more };
}
