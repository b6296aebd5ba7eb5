import { t } from '../language/t.ts';

const KINDS_OF_ACTORS: Record<string, string> = {
  api: t('API key or app'),
  agent: t('Agent'),
  system: t('The system'),
  staff: t('Platform staff'),
  integration: t('Integration'),
  device: t('Glasses'),
};

/** Returns the name of a user, or the kind of an actor without a name. */
export function actorName({ kind, name }: { kind: string; name: string | null }): string {
  return name ?? KINDS_OF_ACTORS[kind] ?? t('Former user');
}
