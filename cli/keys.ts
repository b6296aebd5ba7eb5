import { ALL_SCOPES } from '../src/access/scopes.ts';
import type { KeyChanges } from '../src/features/keys/contract.ts';
import { changeKey, createKey, listKeys, revokeKey } from '../src/features/keys/keys.ts';
import { KEY_NAME } from '../src/features/keys/rules.ts';
import { actIn, command } from './command.ts';
import {
  ACCOUNT_FLAG,
  end,
  id,
  networks,
  oneOf,
  optionalFlag,
  PAGE,
  someOf,
  text,
  type End,
} from './flags.ts';

const RESTRICTIONS = {
  expires: optionalFlag(end('When it ends by itself')),
  from: optionalFlag(networks('Where it may be used from')),
};
const KEY = id('K', 'The key, by the id that `key create` printed');

export const keyCommands = [
  command('key create', {
    about: 'Creates an API key, which is shown only this once',
    flags: {
      account: ACCOUNT_FLAG,
      name: text('N', 'What the key is for', KEY_NAME),
      scopes: someOf(ALL_SCOPES, 'What the key may do', { all: true }),
      ...RESTRICTIONS,
    },
    run: async (platform, { account, name, scopes, ...given }) =>
      createKey(await actIn(platform, account), { name, scopes, ...restrictionsOf(given, platform.now) }),
  }),
  command('key change', {
    about: 'Changes when an API key ends and where it may be used from; what is left out stays',
    flags: { account: ACCOUNT_FLAG, id: KEY, ...RESTRICTIONS },
    run: async (platform, { account, id, ...given }) =>
      changeKey(await actIn(platform, account), id, restrictionsOf(given, platform.now)),
  }),
  command('key list', {
    about: 'Lists the API keys of an account without their secrets: those that work first, then the newest',
    flags: {
      account: ACCOUNT_FLAG,
      status: optionalFlag(oneOf(['live', 'expired', 'revoked'], 'Only keys of this status')),
      ...PAGE,
    },
    run: async (platform, { account, status, ...page }) =>
      listKeys(await actIn(platform, account), { ...page, ...(status && { status }) }),
  }),
  command('key revoke', {
    about: 'Revokes an API key at once',
    flags: { account: ACCOUNT_FLAG, id: KEY },
    run: async (platform, { account, id }) => revokeKey(await actIn(platform, account), id),
  }),
];

type Given = { expires: End | undefined; from: string[] | null | undefined };

function restrictionsOf({ expires, from }: Given, now: Date): KeyChanges {
  return {
    ...(expires && { expires_at: expires(now) }),
    ...(from !== undefined && { allowed_addresses: from }),
  };
}
