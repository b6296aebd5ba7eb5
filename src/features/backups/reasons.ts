import { defineReasons } from '../../lib/text/reasons.ts';

/** The reasons for the failure of a backup. */
export const backupFailureReasons = defineReasons({
  backup_stopped: 'The process that made the backup was stopped.',
  backup_process_ended: 'The process that made the backup ended.',
  backup_out_of_touch: 'The backup was stopped: it had no contact with the database for too long.',
});
