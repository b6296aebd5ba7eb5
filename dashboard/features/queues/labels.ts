import type { IconName } from '../../components/Icon.tsx';
import type { QueueHealth } from './api.ts';
import { t } from '../../language/t.ts';

export const QUEUE_LABELS: Record<QueueHealth['queue'], { label: string; icon: IconName }> = {
  deliveries: { label: t('Webhook deliveries'), icon: 'webhooks' },
  retries: { label: t('Requested retries'), icon: 'refresh' },
  mails: { label: t('Emails'), icon: 'mail' },
  deletions: { label: t('Session deletions for the training app'), icon: 'trash' },
  documents: { label: t('Documents to process'), icon: 'knowledge' },
};

/** The time after which overdue work counts as late. */
const LATE_MS = 60_000;

/** Returns the state of a queue at the time `at` of the measurement. */
export function queueState(
  { overdue_since, retrying }: QueueHealth,
  at: string,
): 'behind' | 'retrying' | 'keeping_up' {
  if (overdue_since !== null && Date.parse(at) - Date.parse(overdue_since) > LATE_MS) return 'behind';
  return retrying > 0 ? 'retrying' : 'keeping_up';
}
