import { collectSupportBundle } from '../src/commands/supportBundle.ts';
import { installationCommand } from './command.ts';

export const supportBundleCommands = [
  installationCommand('support-bundle', {
    about:
      'Prints versions, settings without secrets, health, queues, recent errors and table sizes; add --json for a file',
    flags: {},
    run: (installation) => collectSupportBundle(installation),
  }),
];
