import { createIntegration, revokeIntegration } from '../src/features/integrations/integrations.ts';
import { name } from '../src/lib/schema/rules.ts';
import { actIn, command } from './command.ts';
import { ACCOUNT_FLAG, id, text } from './flags.ts';

export const integrationCommands = [
  command('integration create', {
    about: 'Lets an outside system push tasks in; its secret is shown only this once',
    flags: { account: ACCOUNT_FLAG, provider: text('P', 'What the system is called', name(200)) },
    run: async (platform, { account, provider }) =>
      createIntegration(await actIn(platform, account), { provider }),
  }),
  command('integration revoke', {
    about: 'Refuses an outside system from its next request on',
    flags: { account: ACCOUNT_FLAG, id: id('I', 'The integration') },
    run: async (platform, { account, id }) => revokeIntegration(await actIn(platform, account), id),
  }),
];
