import { backUpInstallation, restoreInstallation, verifyBackup } from '../src/commands/backups.ts';
import type { Config } from '../src/config.ts';
import { appendBackupName } from '../src/features/backups/names.ts';
import { systemClock } from '../src/lib/time/clock.ts';
import { UsageFault } from '../src/lib/process/flags.ts';
import { installationCommand } from './command.ts';
import { archivePathFlag, switchFlag as flag, optionalFlag, secretFlag } from './flags.ts';
import { PASSPHRASE_RULE } from '../src/features/backups/rules.ts';

const passphrase = optionalFlag(
  secretFlag(
    'P',
    'The passphrase that encrypts and signs the backup; default: BACKUP_PASSPHRASE',
    PASSPHRASE_RULE,
  ),
);
const unsigned = flag('Accepts an unsigned backup of an older version, whose integrity cannot be verified');
const from = archivePathFlag('FILE|s3://…', 'The backup: a file, or s3://key:secret@host/bucket/name');

export const backupCommands = [
  installationCommand('backup verify', {
    about:
      'Verifies a backup: restores it into a temporary folder, counts its rows, reads every file and opens every sealed value',
    flags: { from, passphrase, unsigned },
    async run(installation, given) {
      const { made_at, migration, rows, files, missing, sealed } = await verifyBackup({
        ...installation,
        from: given.from,
        passphrase: passphraseOf(installation.config, given.passphrase),
        accepts_unsigned: given.unsigned,
      });
      return { whole: true, made_at, migration, rows, files, missing_files: missing.length, sealed };
    },
  }),
  installationCommand('backup', {
    about: 'Copies the database, the files and the secret keys into an encrypted file while the service runs',
    flags: {
      to: optionalFlag(
        archivePathFlag(
          'FILE|s3://…',
          'The destination: a new file, or s3://key:secret@host/bucket/name; default: in BACKUP_TO',
        ),
      ),
      passphrase,
    },
    async run(installation, given) {
      const to = given.to ?? nameIn(installation.config);
      const made = await backUpInstallation({
        ...installation,
        to,
        passphrase: passphraseOf(installation.config, given.passphrase),
      });
      const { made_at, bytes, rows, files, missing } = made;
      return { made_at, bytes, rows, files, missing_files: missing };
    },
  }),
];

export const restoreCommands = [
  installationCommand('restore', {
    about: 'Fills an empty DATA_DIR, or an empty database and bucket, with a backup',
    flags: { from, passphrase, unsigned },
    async run(installation, given) {
      const { about } = await restoreInstallation({
        ...installation,
        from: given.from,
        passphrase: passphraseOf(installation.config, given.passphrase),
        accepts_unsigned: given.unsigned,
      });
      return { restored: true, made_at: about.made_at, made_by: about.version };
    },
  }),
];

function passphraseOf({ BACKUP_PASSPHRASE }: Config, given: string | undefined): string {
  const passphrase = given ?? BACKUP_PASSPHRASE;
  if (passphrase === undefined) throw new UsageFault('either --passphrase or BACKUP_PASSPHRASE is needed');
  return passphrase;
}

function nameIn({ BACKUP_TO }: Config): string {
  if (BACKUP_TO === undefined) throw new UsageFault('either --to or BACKUP_TO is needed');
  return appendBackupName(BACKUP_TO, systemClock.now());
}
