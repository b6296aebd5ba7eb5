import { consoleOperation, resource, type Resource } from '../../access/operation.ts';
import { renameAccount } from './accounts.ts';
import { Account, AccountChanges } from './contract.ts';

const account = resource(
  '/account',
  {
    PATCH: consoleOperation({
      summary: 'Rename the account',
      role: 'admin',
      body: AccountChanges,
      answer: Account,
      handle: (ctx, { body }) => renameAccount(ctx, body.name),
    }),
  },
  { tag: 'Account' },
);

export const accountsConsole: readonly Resource[] = [account];
