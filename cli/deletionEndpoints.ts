import {
  readDeletionEndpoint,
  removeDeletionEndpoint,
  setDeletionEndpoint,
} from '../src/features/deletions/endpoints.ts';
import { DELETION_SECRET_RULE, DELETION_URL_RULE } from '../src/features/deletions/rules.ts';
import { command } from './command.ts';
import { ACCOUNT_FLAG, secretFlag, textFlag } from './flags.ts';

export const deletionEndpointCommands = [
  command('deletion-endpoint show', {
    about: 'Shows the deletion endpoint of an account, if it has its own',
    flags: { account: ACCOUNT_FLAG },
    run: (platform, { account }) => readDeletionEndpoint(platform, account),
  }),
  command('deletion-endpoint set', {
    about: 'Sends the deletions of an account to its own endpoint',
    flags: {
      account: ACCOUNT_FLAG,
      url: textFlag('URL', 'The https URL that receives deletions of sessions', DELETION_URL_RULE),
      secret: secretFlag('S', 'Signs the calls', DELETION_SECRET_RULE),
    },
    run: (platform, { account, url, secret: signing }) =>
      setDeletionEndpoint(platform, account, { url, secret: signing }),
  }),
  command('deletion-endpoint remove', {
    about:
      'Removes the deletion endpoint of an account; its deletions go to the endpoint of the installation',
    flags: { account: ACCOUNT_FLAG },
    run: (platform, { account }) => removeDeletionEndpoint(platform, account),
  }),
];
