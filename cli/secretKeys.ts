import type { SealedCounts } from '../src/features/secretKeys/sealed.ts';
import {
  countByKey,
  removeOldKeys,
  resealInstallation,
  rotateSecretKey,
} from '../src/commands/secretKeys.ts';
import { installationCommand, type CommandOutput } from './command.ts';

export const secretKeyCommands = [
  installationCommand('secret-key status', {
    about: 'Counts the values that each secret key seals, the newest key first',
    flags: {},
    run: async (installation) => shown(await countByKey(installation)),
  }),
  installationCommand('secret-key rotate', {
    about: 'Makes a new key in DATA_DIR, beside the older ones, that seals from now on',
    flags: {},
    run: async (installation) => ({ key: await rotateSecretKey(installation) }),
  }),
  installationCommand('secret-key reseal', {
    about: 'Seals everything with the newest key while the service runs',
    flags: {},
    async run(installation) {
      const { resealed, counts } = await resealInstallation(installation);
      return { resealed, ...shown(counts) };
    },
  }),
  installationCommand('secret-key remove', {
    about: 'Removes the older keys from DATA_DIR once they seal nothing',
    flags: {},
    run: async (installation) => ({ removed: await removeOldKeys(installation) }),
  }),
];

/** Keys by their names. */
function shown({ by_key, unopened }: SealedCounts): CommandOutput {
  const keys = [...by_key].map(([key, sealed], at) => ({
    key,
    sealed,
    may_be_removed: at > 0 && sealed === 0,
  }));
  return { keys, unopened };
}
