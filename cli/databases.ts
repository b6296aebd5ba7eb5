import { distributeInstallation, MOST_SHARDS, DEFAULT_SHARDS } from '../src/database/distribution.ts';
import { readNewestMigration } from '../src/lib/sql/migrate.ts';
import { command, installationCommand } from './command.ts';
import { integerFlag } from './flags.ts';

export const databaseCommands = [
  // Every command runs the missing migrations before it does its own work.
  command('database migrate', {
    about: 'Runs the migrations of this version that the database lacks, and prints the newest migration',
    flags: {},
    async run({ db }) {
      const { number, name } = await readNewestMigration(db);
      return { migration: number, name };
    },
  }),
  installationCommand('database distribute', {
    about:
      'Distributes the accounts of a new or small database over the servers of Citus; distributed tables stay as they are',
    flags: {
      shards: integerFlag(
        'The number of shards, several per server, for the largest planned number of servers',
        {
          from: 1,
          to: MOST_SHARDS,
          unless: DEFAULT_SHARDS,
        },
      ),
    },
    run: (installation, { shards }) => distributeInstallation({ ...installation, shards }),
  }),
];
