import type { DeclaredActs } from './act.ts';

const DOOR = '/console/v1';

/**
 * Returns the acts that API keys can perform at the corresponding path of the API, with the same promises as in the
 * dashboard.
 */
export function withApiKeyActs(acts: DeclaredActs, paths: RegExp, but: readonly string[] = []): DeclaredActs {
  const shared = Object.entries(acts).filter(
    ([name]) => paths.test(name.split(DOOR)[1] ?? '') && !but.includes(name),
  );
  return Object.fromEntries(shared.map(([name, act]) => [name.replace(DOOR, '/v1'), act]));
}
