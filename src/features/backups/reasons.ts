import { defineReasons } from '../../lib/text/reasons.ts';

/** The reasons for rejecting a request of staff for a backup. */
export const backupReasons = defineReasons({
  backup_running: 'a backup is already running',
  backups_not_configured: 'no destination is configured (BACKUP_TO)',
});

/** The reasons for the failure of a backup. */
export const backupFailureReasons = defineReasons({
  backup_stopped: 'The process that made the backup was stopped.',
  backup_process_ended: 'The process that made the backup ended.',
  backup_out_of_touch: 'The backup was stopped: it had no contact with the database for too long.',
});
