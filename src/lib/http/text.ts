import { badRequest } from '../errors.ts';

const MAX_DEPTH = 64;

/**
 * Refuses what a body or query may carry and PostgreSQL cannot store: NUL, halves of surrogate pairs, and
 * nesting without end. Walks with its own stack, because the nesting is the caller's to choose.
 */
export function assertStorable(value: unknown, where: string): void {
  const waiting: { value: unknown; depth: number }[] = [{ value, depth: 0 }];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    if (typeof next.value === 'string') assertText(next.value, where);
    else if (typeof next.value === 'object' && next.value !== null) {
      if (next.depth === MAX_DEPTH) throw badRequest(`${where}: nested deeper than ${MAX_DEPTH} levels`);
      for (const [key, member] of Object.entries(next.value)) {
        assertText(key, where);
        waiting.push({ value: member, depth: next.depth + 1 });
      }
    }
  }
}

function assertText(text: string, where: string): void {
  if (text.includes('\0')) throw badRequest(`${where}: must not contain NUL characters`);
  if (!text.isWellFormed()) throw badRequest(`${where}: must not contain lone surrogates`);
}
