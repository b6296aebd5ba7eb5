import { queryOptions } from '@tanstack/react-query';
import type { Backup, BackupOverview } from '../../../src/features/backups/contract.ts';
import { callApi } from '../../api/client.ts';
import { useApiMutation } from '../../api/useApiMutation.ts';
import { t } from '../../language/t.ts';

export type { Backup, BackupOverview };

const EVERY_MS = 30_000;
const RUNNING_EVERY_MS = 2_000;

export function isBackupRunning(overview: BackupOverview | undefined): boolean {
  return overview?.backups.some(({ state }) => state === 'running') ?? false;
}

export const backupsQuery = queryOptions({
  queryKey: ['backups'],
  queryFn: ({ signal }) => callApi('GET /staff/backups', { signal }),
  refetchInterval: ({ state }) => (isBackupRunning(state.data) ? RUNNING_EVERY_MS : EVERY_MS),
});

export function useBackUpNow() {
  return useApiMutation((callApi) => callApi('POST /staff/backups'), {
    changes: ['backups'],
    says: t('Backup started'),
  });
}
