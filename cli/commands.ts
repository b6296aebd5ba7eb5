import type { Command } from './command.ts';

/**
 * All commands by their first word. The code of a group is imported only when one of its commands is called, which
 * keeps the start fast.
 */
export const COMMANDS: Record<string, () => Promise<readonly Command[]>> = {
  account: async () => (await import('./accounts.ts')).accountCommands,
  key: async () => (await import('./keys.ts')).keyCommands,
  user: async () => (await import('./users.ts')).userCommands,
  seat: async () => (await import('./seats.ts')).seatCommands,
  integration: async () => (await import('./integrations.ts')).integrationCommands,
  app: async () => (await import('./apps.ts')).appCommands,
  staff: async () => (await import('./staff.ts')).staffCommands,
  skill: async () => (await import('./skills.ts')).skillCommands,
  bundle: async () => (await import('./bundles.ts')).bundleCommands,
  knowledge: async () => (await import('./knowledge.ts')).knowledgeCommands,
  form: async () => (await import('./forms.ts')).formCommands,
  webhook: async () => (await import('./webhooks.ts')).webhookCommands,
  'deletion-endpoint': async () => (await import('./deletionEndpoints.ts')).deletionEndpointCommands,
  'secret-key': async () => (await import('./secretKeys.ts')).secretKeyCommands,
  database: async () => (await import('./databases.ts')).databaseCommands,
  'support-bundle': async () => (await import('./supportBundles.ts')).supportBundleCommands,
  backup: async () => (await import('./backups.ts')).backupCommands,
  restore: async () => (await import('./backups.ts')).restoreCommands,
};

/** Lists the commands with this first word, or all commands if no command starts with it. */
export async function listCommands(group = ''): Promise<Command[]> {
  const load = Object.hasOwn(COMMANDS, group) ? COMMANDS[group] : undefined;
  if (load) return [...(await load())];
  const groups = await Promise.all(Object.values(COMMANDS).map((load) => load()));
  return groups.flat();
}
