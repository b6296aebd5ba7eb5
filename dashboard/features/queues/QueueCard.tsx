import { Text } from '@mantine/core';
import { Icon } from '../../components/Icon.tsx';
import { RelativeTime } from '../../components/RelativeTime.tsx';
import { StatusBadge } from '../../components/StatusBadge.tsx';
import type { QueueHealth } from './api.ts';
import classes from './Queues.module.css';
import { QUEUE_LABELS, queueState } from './labels.ts';
import { formatNumber } from '../../format/format.ts';
import { t } from '../../language/t.ts';

export function QueueCard({ health, at }: { health: QueueHealth; at: string }) {
  const { queue, depth, due, retrying, oldest_at } = health;
  const { label, icon } = QUEUE_LABELS[queue];
  return (
    <section className={classes['card']} aria-label={label}>
      <header>
        <Icon name={icon} />
        <Text component="h2" size="sm" fw={550}>
          {label}
        </Text>
        <StatusBadge state={queueState(health, at)} />
      </header>
      <p className={classes['depth']}>
        {formatNumber(depth)} <span>{t('waiting')}</span>
      </p>
      <dl>
        <div>
          <dt>{t('Due now')}</dt>
          <dd>{formatNumber(due)}</dd>
        </div>
        <div>
          <dt>{t('Attempts so far')}</dt>
          <dd>{formatNumber(retrying)}</dd>
        </div>
        <div>
          <dt>{t('Oldest')}</dt>
          <dd>
            <RelativeTime time={oldest_at} />
          </dd>
        </div>
      </dl>
    </section>
  );
}
