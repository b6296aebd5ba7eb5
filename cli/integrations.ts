import { createIntegration, revokeIntegration } from '../src/features/integrations/integrations.ts';
import { nameRule } from '../src/lib/schema/rules.ts';
import { contextIn, command } from './command.ts';
import { ACCOUNT_FLAG, idFlag, textFlag } from './flags.ts';

export const integrationCommands = [
  command('integration create', {
    about: 'Creates an integration, with which an outside system pushes tasks; its secret is shown only once',
    flags: {
      account: ACCOUNT_FLAG,
      provider: textFlag('P', 'The name of the outside system', nameRule(200)),
    },
    run: async (platform, { account, provider }) =>
      createIntegration(await contextIn(platform, account), { provider }),
  }),
  command('integration revoke', {
    about: 'Revokes an integration; its next request is rejected',
    flags: { account: ACCOUNT_FLAG, id: idFlag('I', 'The integration') },
    run: async (platform, { account, id }) => revokeIntegration(await contextIn(platform, account), id),
  }),
];
