import { Text } from '@mantine/core';
import { RelativeTime } from '../../../components/RelativeTime.tsx';
import { StatusBadge } from '../../../components/StatusBadge.tsx';
import type { PastReview } from './api.ts';
import classes from './Review.module.css';
import { t } from '../../../language/t.ts';
import { T } from '../../../language/T.tsx';

export function PastReviews({ reviews }: { reviews: readonly PastReview[] }) {
  if (reviews.length === 0)
    return (
      <Text size="sm" c="dimmed">
        {t('Never submitted.')}
      </Text>
    );
  return (
    <ol className={classes['reviews']}>
      {reviews.map(({ submitted_at, submitted_by, decision, notes, decided_at }) => (
        <li key={submitted_at}>
          <div>
            <StatusBadge state={decision ?? 'waiting'} />
            <Text span size="sm">
              <T
                text="submitted by {who}, {when}"
                who={submitted_by ?? t('nobody: decided without a submission')}
                when={<RelativeTime time={submitted_at} />}
              />
              {decided_at && <T text=", decided {when}" when={<RelativeTime time={decided_at} />} />}
            </Text>
          </div>
          {notes && <blockquote>{notes}</blockquote>}
        </li>
      ))}
    </ol>
  );
}
