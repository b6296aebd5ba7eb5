import type { Command } from './command.ts';

/** Every command there is, by its first word; only the code of the one that is called gets loaded. */
export const COMMANDS: Record<string, () => Promise<readonly Command[]>> = {
  account: async () => (await import('./accounts.ts')).accounts,
  key: async () => (await import('./keys.ts')).keys,
  user: async () => (await import('./users.ts')).users,
  seat: async () => (await import('./seats.ts')).seats,
  integration: async () => (await import('./integrations.ts')).integrations,
  app: async () => (await import('./apps.ts')).apps,
  staff: async () => (await import('./staff.ts')).staff,
  skill: async () => (await import('./skills.ts')).skills,
  bundle: async () => (await import('./bundles.ts')).bundles,
  knowledge: async () => (await import('./knowledge.ts')).knowledge,
  form: async () => (await import('./forms.ts')).forms,
  webhook: async () => (await import('./webhooks.ts')).webhooks,
  'deletion-endpoint': async () => (await import('./deletionEndpoints.ts')).deletionEndpoints,
  'secret-key': async () => (await import('./secretKeys.ts')).secretKeys,
  database: async () => (await import('./databases.ts')).databases,
  backup: async () => (await import('./backups.ts')).backups,
  restore: async () => (await import('./backups.ts')).restores,
};

/** The commands that begin with a word; all of them for a word that begins none. */
export async function listCommands(group = ''): Promise<Command[]> {
  const load = Object.hasOwn(COMMANDS, group) ? COMMANDS[group] : undefined;
  if (load) return [...(await load())];
  const groups = await Promise.all(Object.values(COMMANDS).map((load) => load()));
  return groups.flat();
}
