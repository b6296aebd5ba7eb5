import { ALL_SCOPES } from '../src/access/scopes.ts';
import { createKey, revokeKey } from '../src/features/keys/keys.ts';
import { KEY_NAME } from '../src/features/keys/rules.ts';
import { actIn, command } from './command.ts';
import { ACCOUNT, id, someOf, text } from './flags.ts';

export const keys = [
  command('key create', {
    about: 'Creates an API key, which is shown only this once',
    flags: {
      account: ACCOUNT,
      name: text('N', 'What the key is for', KEY_NAME),
      scopes: someOf(ALL_SCOPES, 'What the key may do', { all: true }),
    },
    run: async (platform, { account, ...key }) => createKey(await actIn(platform, account), key),
  }),
  command('key revoke', {
    about: 'Revokes an API key at once',
    flags: { account: ACCOUNT, id: id('K', 'The key, by the id that `key create` printed') },
    run: async (platform, { account, id }) => revokeKey(await actIn(platform, account), id),
  }),
];
