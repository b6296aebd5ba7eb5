import { ALL_SCOPES } from '../src/access/scopes.ts';
import type { KeyChanges } from '../src/features/keys/contract.ts';
import { changeKey, createKey, listKeys, revokeKey } from '../src/features/keys/keys.ts';
import { KEY_NAME_RULE } from '../src/features/keys/rules.ts';
import { contextIn, command } from './command.ts';
import {
  ACCOUNT_FLAG,
  expiryFlag,
  idFlag,
  networkListFlag,
  choiceFlag,
  optionalFlag,
  PAGE_FLAGS,
  choiceListFlag,
  textFlag,
  type ExpiryRule,
} from './flags.ts';

const RESTRICTIONS = {
  expires: optionalFlag(expiryFlag('The expiry of the key')),
  from: optionalFlag(networkListFlag('The addresses that may use the key')),
};
const KEY = idFlag('K', 'The key, by the id that `key create` printed');

export const keyCommands = [
  command('key create', {
    about: 'Creates an API key, which is shown only once',
    flags: {
      account: ACCOUNT_FLAG,
      name: textFlag('N', 'The name of the key', KEY_NAME_RULE),
      scopes: choiceListFlag(ALL_SCOPES, 'The scopes of the key', { all: true }),
      ...RESTRICTIONS,
    },
    run: async (platform, { account, name, scopes, ...given }) =>
      createKey(await contextIn(platform, account), { name, scopes, ...restrictionsOf(given, platform.now) }),
  }),
  command('key change', {
    about: 'Changes the expiry and the addresses of an API key; omitted flags change nothing',
    flags: { account: ACCOUNT_FLAG, id: KEY, ...RESTRICTIONS },
    run: async (platform, { account, id, ...given }) =>
      changeKey(await contextIn(platform, account), id, restrictionsOf(given, platform.now)),
  }),
  command('key list', {
    about: 'Lists the API keys of an account without their secrets, live keys first, newest first',
    flags: {
      account: ACCOUNT_FLAG,
      status: optionalFlag(choiceFlag(['live', 'expired', 'revoked'], 'Only keys of this status')),
      ...PAGE_FLAGS,
    },
    run: async (platform, { account, status, ...page }) =>
      listKeys(await contextIn(platform, account), { ...page, ...(status && { status }) }),
  }),
  command('key revoke', {
    about: 'Revokes an API key immediately',
    flags: { account: ACCOUNT_FLAG, id: KEY },
    run: async (platform, { account, id }) => revokeKey(await contextIn(platform, account), id),
  }),
];

type Given = { expires: ExpiryRule | undefined; from: string[] | null | undefined };

function restrictionsOf({ expires, from }: Given, now: Date): KeyChanges {
  return {
    ...(expires && { expires_at: expires(now) }),
    ...(from !== undefined && { allowed_addresses: from }),
  };
}
