import { Text } from '@mantine/core';
import { RelativeTime } from '../../../components/RelativeTime.tsx';
import { StatusBadge } from '../../../components/StatusBadge.tsx';
import type { PastReview } from './api.ts';
import classes from './Review.module.css';

export function PastReviews({ reviews }: { reviews: readonly PastReview[] }) {
  if (reviews.length === 0)
    return (
      <Text size="sm" c="dimmed">
        It was never submitted.
      </Text>
    );
  return (
    <ol className={classes['reviews']}>
      {reviews.map(({ submitted_at, submitted_by, decision, notes, decided_at }) => (
        <li key={submitted_at}>
          <div>
            <StatusBadge state={decision ?? 'waiting'} />
            <Text span size="sm">
              submitted by {submitted_by ?? 'nobody: decided unasked'}, <RelativeTime time={submitted_at} />
              {decided_at && (
                <>
                  , decided <RelativeTime time={decided_at} />
                </>
              )}
            </Text>
          </div>
          {notes && <blockquote>{notes}</blockquote>}
        </li>
      ))}
    </ol>
  );
}
