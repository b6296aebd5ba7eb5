import { Text } from '@mantine/core';
import { Icon, type IconName } from '../../components/Icon.tsx';
import { RelativeTime } from '../../components/RelativeTime.tsx';
import { StatusBadge } from '../../components/StatusBadge.tsx';
import type { QueueHealth } from './api.ts';
import classes from './Queues.module.css';

const QUEUES: Record<QueueHealth['queue'], { label: string; icon: IconName }> = {
  deliveries: { label: 'Webhook deliveries', icon: 'webhooks' },
  retries: { label: 'Retries asked for', icon: 'refresh' },
  mails: { label: 'Mails', icon: 'mail' },
  deletions: { label: 'Deletions for the training app', icon: 'trash' },
  documents: { label: 'Documents to read', icon: 'knowledge' },
};

/** What is due for longer than this is not only on its way. */
const LATE_MS = 60_000;

export function QueueCard({ health, at }: { health: QueueHealth; at: string }) {
  const { queue, depth, due, retrying, oldest_at } = health;
  const { label, icon } = QUEUES[queue];
  return (
    <section className={classes['card']} aria-label={label}>
      <header>
        <Icon name={icon} />
        <Text component="h2" size="sm" fw={550}>
          {label}
        </Text>
        <StatusBadge state={stateOf(health, at)} />
      </header>
      <p className={classes['depth']}>
        {depth.toLocaleString('en')} <span>waiting</span>
      </p>
      <dl>
        <div>
          <dt>Due now</dt>
          <dd>{due.toLocaleString('en')}</dd>
        </div>
        <div>
          <dt>Tried before</dt>
          <dd>{retrying.toLocaleString('en')}</dd>
        </div>
        <div>
          <dt>Oldest</dt>
          <dd>
            <RelativeTime time={oldest_at} />
          </dd>
        </div>
      </dl>
    </section>
  );
}

function stateOf({ overdue_since, retrying }: QueueHealth, at: string): 'behind' | 'retrying' | 'keeping_up' {
  if (overdue_since !== null && Date.parse(at) - Date.parse(overdue_since) > LATE_MS) return 'behind';
  return retrying > 0 ? 'retrying' : 'keeping_up';
}
