import { distributeInstallation, MOST_SHARDS, USUAL_SHARDS } from '../src/database/distribution.ts';
import { installationCommand } from './command.ts';
import { count } from './flags.ts';

export const databaseCommands = [
  installationCommand('database distribute', {
    about: 'Spreads the accounts of a new or small database over the servers of Citus; what is spread stays',
    flags: {
      shards: count('Into how many parts, several for each server that there will ever be', {
        from: 1,
        to: MOST_SHARDS,
        unless: USUAL_SHARDS,
      }),
    },
    run: (installation, { shards }) => distributeInstallation({ ...installation, shards }),
  }),
];
