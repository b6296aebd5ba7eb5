import { Link } from '@tanstack/react-router';
import { translateStoredReason } from '../../../storedReasons/storedReasons.ts';
import { RelativeTime } from '../../../components/RelativeTime.tsx';
import { QUEUE_LABELS, queueState } from '../../queues/labels.ts';
import type { StaffHome } from '../api.ts';
import type { AttentionItem } from '../AttentionPanel.tsx';
import { T } from '../../../language/T.tsx';
import { t } from '../../../language/t.ts';

/** Lists items that need the attention of staff, most urgent first. */
export function listStaffAttentionItems(home: StaffHome): AttentionItem[] {
  const { reviews, failing_endpoints, lost_mails } = home;
  const all: (AttentionItem | false)[] = [
    ...listQueues(home),
    ...listBackups(home),
    lost_mails > 0 && {
      id: 'lost mails',
      icon: 'mail',
      tone: 'bad',
      text: (
        <Link to="/staff/mails" search={{ state: 'given_up' }}>
          {t('{lost_mails, plural, one {# email} other {# emails}} could not be delivered', { lost_mails })}
        </Link>
      ),
    },
    failing_endpoints > 0 && {
      id: 'endpoints',
      icon: 'webhooks',
      tone: 'warn',
      text: (
        <Link to="/staff/queues">
          {t(
            '{failing_endpoints, plural, one {# customer endpoint is failing} other {# customer endpoints are failing}}',
            { failing_endpoints },
          )}
        </Link>
      ),
    },
    reviews.waiting > 0 && {
      id: 'reviews',
      icon: 'review',
      tone: 'warn',
      text: (
        <Link to="/staff/apps" search={{ state: 'waiting' }}>
          {t('{waiting, plural, one {# app} other {# apps}} awaiting review', { waiting: reviews.waiting })}
        </Link>
      ),
    },
  ];
  return all.filter((matter) => matter !== false);
}

/** Returns no items if no backup is late or failed. */
function listBackups({ backups }: StaffHome): AttentionItem[] {
  if (!backups || !(backups.is_late || backups.failed_at)) return [];
  const { made_at, reason, reason_details, is_late } = backups;
  const text = (
    <Link to="/staff/backups">
      {made_at ? (
        <T text="The latest backup was created {when}." when={<RelativeTime time={made_at} />} />
      ) : (
        t('There is no backup yet.')
      )}
      {reason && (
        <>
          {' '}
          {t('The last attempt failed: {reason}', { reason: translateStoredReason(reason, reason_details) })}
        </>
      )}
    </Link>
  );
  return [{ id: 'backups', icon: 'database', tone: is_late ? 'bad' : 'warn', text }];
}

/** Lists queues with a backlog. */
function listQueues({ queues, at }: StaffHome): AttentionItem[] {
  return queues.flatMap((health): AttentionItem[] => {
    const state = queueState(health, at);
    if (state === 'keeping_up') return [];
    const { label, icon } = QUEUE_LABELS[health.queue];
    const words =
      state === 'behind' ? t('delayed') : t('{retrying} being retried', { retrying: health.retrying });
    return [
      {
        id: health.queue,
        icon,
        tone: state === 'behind' ? 'bad' : 'warn',
        text: (
          <Link to="/staff/queues">
            {label}: {words}
          </Link>
        ),
      },
    ];
  });
}
