import { Text } from '@mantine/core';
import type { Column } from '../../components/columns.ts';
import { translateStoredReason } from '../../storedReasons/storedReasons.ts';
import { RelativeTime } from '../../components/RelativeTime.tsx';
import { formatBytes } from '../../format/format.ts';
import { StatusBadge } from '../../components/StatusBadge.tsx';
import type { Backup } from './api.ts';
import { t } from '../../language/t.ts';

export const BACKUP_COLUMNS: readonly Column<Backup>[] = [
  { key: 'started', label: t('Started'), cell: ({ started_at }) => <RelativeTime time={started_at} /> },
  { key: 'result', label: t('Result'), cell: (backup) => <ResultCell backup={backup} /> },
  { key: 'duration', label: t('Duration'), cell: durationOf, align: 'end' },
  {
    key: 'size',
    label: t('Size'),
    cell: ({ bytes, state }) => (bytes === null || state === 'running' ? '–' : formatBytes(bytes)),
    align: 'end',
  },
  {
    key: 'by',
    label: t('By'),
    cell: ({ is_scheduled }) => (is_scheduled ? t('the schedule') : t('an operator')),
  },
  {
    key: 'destination',
    label: t('Destination'),
    cell: ({ place }) => <Text size="xs" style={ANYWHERE} children={place} />,
  },
];

const ANYWHERE = { overflowWrap: 'anywhere' } as const;

function ResultCell({ backup: { state, bytes, reason, reason_details } }: { backup: Backup }) {
  return (
    <>
      <StatusBadge state={state} />
      {state === 'running' && bytes !== null && (
        <Text size="xs" c="dimmed">
          {t('{size} written so far', { size: formatBytes(bytes) })}
        </Text>
      )}
      {reason && (
        <Text size="xs" c="dimmed" style={ANYWHERE}>
          {translateStoredReason(reason, reason_details)}
        </Text>
      )}
    </>
  );
}

/** Returns the duration of a backup, such as `42 s` or `3 min`. */
function durationOf({ started_at, finished_at }: Backup): string {
  if (finished_at === null) return '–';
  const seconds = Math.max(0, Math.round((Date.parse(finished_at) - Date.parse(started_at)) / 1000));
  return seconds < 60 ? `${seconds} s` : t('{seconds} min', { seconds: Math.round(seconds / 60) });
}
