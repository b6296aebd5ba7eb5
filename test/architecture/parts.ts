import type { Fault } from './rules.ts';
import type { Source } from './sources.ts';

/** Parts of lib that other projects could use. Each has a README, and other folders import only its entry file. */
export const PARTS: Record<string, string> = {
  'src/counts': 'src/counts/counts.ts',
  'src/lib/concurrency/queue': 'src/lib/concurrency/queue/queue.ts',
  'src/lib/http/outgoing': 'src/lib/http/outgoing/outgoing.ts',
  'src/lib/sql/driver': 'src/lib/sql/sql.ts',
  'src/lib/sql/embedded': 'src/lib/sql/embedded/embedded.ts',
};

export function libraryPartFaults({ path, imports }: Source): Fault[] {
  return Object.entries(PARTS).flatMap(([folder, entry]) => {
    if (path === entry || path.startsWith(`${folder}/`)) return [];
    const inner = imports.filter((target) => target.startsWith(`${folder}/`) && target !== entry);
    return inner.map((target) => `${path} imports ${target} instead of ${entry}`);
  });
}

/** Words of the product's domain. The program's name, and accounts as owners of shares and rows, are not among them. */
const DOMAIN =
  /\b(?:tak_|tad_|webhook-|x-webhook|glasses|trainees?|trainers?|training|skills?|seats?|bundles?|staff|knowledge|consent|dashboard|logos?|inbox(?:es)?|integrations?|invitations?|procedures?)\b/i;

export function domainWordFaults({ path, text }: Source): Fault[] {
  if (!/^src\/(?:lib|counts)\//.test(path)) return [];
  const found = DOMAIN.exec(text);
  return found ? [`${path} knows the word ${found[0]}`] : [];
}
