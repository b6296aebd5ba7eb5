import type { SealedValueCounts } from '../src/features/secretKeys/sealed.ts';
import {
  countSealedValuesByKey,
  removeOldSecretKeys,
  resealAllValues,
  rotateSecretKey,
} from '../src/commands/secretKeys.ts';
import { installationCommand, type CommandOutput } from './command.ts';

export const secretKeyCommands = [
  installationCommand('secret-key status', {
    about: 'Counts the sealed values of each secret key, newest key first',
    flags: {},
    run: async (installation) => shown(await countSealedValuesByKey(installation)),
  }),
  installationCommand('secret-key rotate', {
    about: 'Creates a new key in DATA_DIR, which seals from now on; older keys stay',
    flags: {},
    run: async (installation) => ({ key: await rotateSecretKey(installation) }),
  }),
  installationCommand('secret-key reseal', {
    about: 'Reseals all values with the newest key while the service runs',
    flags: {},
    async run(installation) {
      const { resealed, counts } = await resealAllValues(installation);
      return { resealed, ...shown(counts) };
    },
  }),
  installationCommand('secret-key remove', {
    about: 'Removes older keys from DATA_DIR if they no longer seal any value',
    flags: {},
    run: async (installation) => ({ removed: await removeOldSecretKeys(installation) }),
  }),
];

/** Formats the counts of sealed values as a list of keys. An older key without values may be removed. */
function shown({ by_key, unopened }: SealedValueCounts): CommandOutput {
  const keys = [...by_key].map(([key, sealed], at) => ({
    key,
    sealed,
    may_be_removed: at > 0 && sealed === 0,
  }));
  return { keys, unopened };
}
