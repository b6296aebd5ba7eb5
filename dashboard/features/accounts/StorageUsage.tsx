import '@mantine/core/styles/Progress.layer.css';
import { Progress, Text } from '@mantine/core';
import { FactList } from '../../components/FactList.tsx';
import { formatBytes, formatNumber } from '../../format/format.ts';
import type { AccountWithUsage } from './api.ts';
import { t } from '../../language/t.ts';

type AccountStorage = AccountWithUsage['storage'];

/** The storage used by an account, with its limits. */
export function StorageUsage({ storage }: { storage: AccountStorage }) {
  const { file_bytes, most_file_bytes, task_rows, session_rows, log_rows, about_delivery_rows } = storage;
  const percent = Math.min(100, (file_bytes / most_file_bytes) * 100);
  return (
    <>
      <Text size="sm" mb={6}>
        {t('{file_bytes} of {most_file_bytes} for files', {
          file_bytes: formatBytes(file_bytes),
          most_file_bytes: formatBytes(most_file_bytes),
        })}
      </Text>
      <Progress
        value={percent}
        color={percent > 90 ? 'red' : 'teal'}
        aria-label={t('Storage used for files')}
        mb="sm"
      />
      <FactList
        rows={[
          [t('Tasks'), countOf(task_rows)],
          [t('Sessions'), countOf(session_rows)],
          [
            t('Deliveries'),
            about_delivery_rows === null
              ? t('unknown')
              : t('about {about_delivery_rows} (estimate)', {
                  about_delivery_rows: countOf(about_delivery_rows),
                }),
          ],
          [t('Request log'), countOf(log_rows)],
        ]}
      />
    </>
  );
}

/** Formats the total number of rows. The number of delivery rows is an estimate, or null and not included. */
export function formatStorageRows({
  task_rows,
  session_rows,
  log_rows,
  about_delivery_rows,
}: AccountStorage): string {
  const rows = (task_rows ?? 0) + (session_rows ?? 0) + log_rows + (about_delivery_rows ?? 0);
  return `${signOf(about_delivery_rows)}${formatNumber(rows)}`;
}

function signOf(about_delivery_rows: number | null): string {
  if (about_delivery_rows === null) return '≥ ';
  return about_delivery_rows > 0 ? '≈ ' : '';
}

function countOf(rows: number | null): string {
  return rows === null ? t('counting …') : t('{rows, plural, one {# row} other {# rows}}', { rows });
}
