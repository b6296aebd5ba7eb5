import { queryOptions } from '@tanstack/react-query';
import type { Backup, BackupOverview } from '../../../src/features/backups/contract.ts';
import { callApi } from '../../api/client.ts';

export type { Backup, BackupOverview };

const EVERY_MS = 30_000;

export const backupsQuery = queryOptions({
  queryKey: ['backups'],
  queryFn: ({ signal }) => callApi('GET /staff/backups', { signal }),
  refetchInterval: EVERY_MS,
});
