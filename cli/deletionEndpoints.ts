import {
  readDeletionEndpoint,
  removeDeletionEndpoint,
  setDeletionEndpoint,
} from '../src/features/deletions/endpoints.ts';
import { DELETION_SECRET, DELETION_URL } from '../src/features/deletions/rules.ts';
import { command } from './command.ts';
import { ACCOUNT_FLAG, secret, text } from './flags.ts';

export const deletionEndpointCommands = [
  command('deletion-endpoint show', {
    about: 'Shows the deletion endpoint of an account, where it has one of its own',
    flags: { account: ACCOUNT_FLAG },
    run: (platform, { account }) => readDeletionEndpoint(platform, account),
  }),
  command('deletion-endpoint set', {
    about: 'Sends the deletions of an account to an endpoint of its own',
    flags: {
      account: ACCOUNT_FLAG,
      url: text('URL', 'The https address that is told of deleted sessions', DELETION_URL),
      secret: secret('S', 'Signs the calls', DELETION_SECRET),
    },
    run: (platform, { account, url, secret: signing }) =>
      setDeletionEndpoint(platform, account, { url, secret: signing }),
  }),
  command('deletion-endpoint remove', {
    about: 'Sends the deletions of an account to the endpoint of the installation again',
    flags: { account: ACCOUNT_FLAG },
    run: (platform, { account }) => removeDeletionEndpoint(platform, account),
  }),
];
