import { queryOptions } from '@tanstack/react-query';
import type { Backup, BackupOverview } from '../../../src/features/backups/contract.ts';
import { ask } from '../../api/client.ts';

export type { Backup, BackupOverview };

const EVERY_MS = 30_000;

export const backupsQuery = queryOptions({
  queryKey: ['backups'],
  queryFn: ({ signal }) => ask('GET /staff/backups', { signal }),
  refetchInterval: EVERY_MS,
});
