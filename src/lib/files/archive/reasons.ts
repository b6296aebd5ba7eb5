import { defineReasons } from '../../text/reasons.ts';

/** Reasons why an archive cannot be written. */
export const archiveReasons = defineReasons({
  archive_not_written: 'The backup cannot be written into {folder}: {problem}',
  archive_exists: '{name} already exists: choose another name, or move it away.',
});
