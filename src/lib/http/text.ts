import { badRequest } from '../errors.ts';
import { MAX_DEPTH } from './bounds.ts';

type Member = { value: unknown; depth: number };

/**
 * Refuses what PostgreSQL cannot store: NUL, lone surrogates and endless nesting. Uses its own stack, since
 * the caller chooses the depth.
 */
export function assertStorable(value: unknown, where: string): void {
  const waiting: Member[] = [];
  const look = (found: unknown, depth: number) => {
    if (typeof found === 'string') assertText(found, where);
    else if (typeof found === 'object' && found !== null) waiting.push({ value: found, depth });
  };
  look(value, 0);
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { value: holder, depth } = next;
    if (depth === MAX_DEPTH) throw badRequest(`${where}: nested deeper than ${MAX_DEPTH} levels`);
    if (Array.isArray(holder)) for (const element of holder) look(element, depth + 1);
    else lookAtMembers(holder as Record<string, unknown>, (member) => look(member, depth + 1), where);
  }
}

function lookAtMembers(holder: Record<string, unknown>, look: (member: unknown) => void, where: string) {
  for (const name of Object.keys(holder)) {
    assertText(name, where);
    look(holder[name]);
  }
}

function assertText(text: string, where: string): void {
  if (text.includes('\0')) throw badRequest(`${where}: must not contain NUL characters`);
  if (!text.isWellFormed()) throw badRequest(`${where}: must not contain lone surrogates`);
}
