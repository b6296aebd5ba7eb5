import { Link } from '@tanstack/react-router';
import { RelativeTime } from '../../../components/RelativeTime.tsx';
import { QUEUES, queueState } from '../../queues/labels.ts';
import type { StaffHome } from '../api.ts';
import type { AttentionItem } from '../AttentionItems.tsx';
import { T } from '../../../language/T.tsx';
import { plural, t } from '../../../language/t.ts';

/** The open matters of the staff, most urgent first. */
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
          {t('{lost_mails} could not be delivered', { lost_mails: plural(lost_mails, 'email') })}
        </Link>
      ),
    },
    failing_endpoints > 0 && {
      id: 'endpoints',
      icon: 'webhooks',
      tone: 'warn',
      text: (
        <Link to="/staff/queues">
          {plural(failing_endpoints, 'customer endpoint is failing', 'customer endpoints are failing')}
        </Link>
      ),
    },
    reviews.waiting > 0 && {
      id: 'reviews',
      icon: 'review',
      tone: 'warn',
      text: (
        <Link to="/staff/apps" search={{ state: 'waiting' }}>
          {t('{waiting} awaiting review', { waiting: plural(reviews.waiting, 'app') })}
        </Link>
      ),
    },
  ];
  return all.filter((matter) => matter !== false);
}

/** Backups that are made as they should be are left out. */
function listBackups({ backups }: StaffHome): AttentionItem[] {
  if (!backups || !(backups.is_late || backups.failed_at)) return [];
  const { made_at, reason, is_late } = backups;
  const text = (
    <Link to="/staff/backups">
      {made_at ? (
        <T text="The latest backup was created {when}." when={<RelativeTime time={made_at} />} />
      ) : (
        t('There is no backup yet.')
      )}
      {reason && <> {t('The last attempt failed: {reason}', { reason })}</>}
    </Link>
  );
  return [{ id: 'backups', icon: 'database', tone: is_late ? 'bad' : 'warn', text }];
}

/** Queues that keep up are left out. */
function listQueues({ queues, at }: StaffHome): AttentionItem[] {
  return queues.flatMap((health): AttentionItem[] => {
    const state = queueState(health, at);
    if (state === 'keeping_up') return [];
    const { label, icon } = QUEUES[health.queue];
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
