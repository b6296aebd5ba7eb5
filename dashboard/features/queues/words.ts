import type { IconName } from '../../components/Icon.tsx';
import type { QueueHealth } from './api.ts';

export const QUEUES: Record<QueueHealth['queue'], { label: string; icon: IconName }> = {
  deliveries: { label: 'Webhook deliveries', icon: 'webhooks' },
  retries: { label: 'Retries asked for', icon: 'refresh' },
  mails: { label: 'Mails', icon: 'mail' },
  deletions: { label: 'Deletions for the training app', icon: 'trash' },
  documents: { label: 'Documents to read', icon: 'knowledge' },
};

/** Work due for longer than this is late. */
const LATE_MS = 60_000;

export function stateOf(
  { overdue_since, retrying }: QueueHealth,
  at: string,
): 'behind' | 'retrying' | 'keeping_up' {
  if (overdue_since !== null && Date.parse(at) - Date.parse(overdue_since) > LATE_MS) return 'behind';
  return retrying > 0 ? 'retrying' : 'keeping_up';
}
