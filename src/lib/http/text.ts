import { badRequest } from '../errors.ts';
import { httpReasons } from './reasons.ts';

/**
 * Throws for text that PostgreSQL cannot store: NUL and lone surrogates. Iterates with an explicit stack, because the
 * caller controls the nesting depth.
 */
export function assertStorable(value: unknown, where: string): void {
  const waiting: object[] = [];
  const check = (found: unknown) => {
    if (typeof found === 'string') assertText(found, where);
    else if (typeof found === 'object' && found !== null) waiting.push(found);
  };
  check(value);
  for (let holder = waiting.pop(); holder; holder = waiting.pop()) {
    if (!Array.isArray(holder)) for (const name of Object.keys(holder)) assertText(name, where);
    for (const member of Object.values(holder)) check(member);
  }
}

function assertText(text: string, where: string): void {
  if (text.includes('\0')) throw badRequest(where, httpReasons.nul_characters);
  if (!text.isWellFormed()) throw badRequest(where, httpReasons.lone_surrogates);
}
