import { isArchivePlace } from '../../lib/files/archive/openPlace.ts';
import { meetsRule } from '../../lib/schema/rules.ts';
import { optionalSetting, WrongValue, type Setting } from '../../lib/process/settings.ts';
import { PASSPHRASE_RULE } from './rules.ts';

export const BACKUP_SETTINGS = {
  BACKUP_TO: {
    default: '',
    about:
      'The destination of the daily backup: a folder, or `s3://key:secret@host/bucket/path`; default: no daily backup.',
    is_secret: true,
    read: optionalSetting(readBackupPlace),
  },
  BACKUP_AT: {
    default: '03:00',
    about: 'The time of the daily backup, in UTC.',
    read: readTimeOfDay,
  },
  BACKUP_KEEP: {
    default: '7',
    about: 'The number of backups to keep.',
    read: readBackupCount,
  },
  BACKUP_PASSPHRASE: {
    default: '',
    about: 'Encrypts and signs backups, 12 characters or more; needed with `BACKUP_TO`.',
    is_secret: true,
    read: optionalSetting(readPassphrase),
  },
} as const satisfies Record<string, Setting<unknown>>;

function readBackupPlace(text: string): string {
  if (isArchivePlace(text)) return text;
  throw new WrongValue('must be a folder, or s3:// with a key, its secret, a host and a bucket');
}

/** Parses a time of day into minutes since midnight. */
function readTimeOfDay(text: string): number {
  const [, hours = '', minutes = ''] = /^([01]\d|2[0-3]):([0-5]\d)$/.exec(text) ?? [];
  if (hours !== '') return Number(hours) * 60 + Number(minutes);
  throw new WrongValue('must be a time of the day from 00:00 to 23:59');
}

function readBackupCount(text: string): number {
  if (/^[1-9]\d{0,2}$/.test(text)) return Number(text);
  throw new WrongValue('must be a number from 1 to 999');
}

function readPassphrase(text: string): string {
  if (meetsRule(text, PASSPHRASE_RULE)) return text;
  throw new WrongValue(PASSPHRASE_RULE.rule.text);
}
