import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Icon, type IconName } from '../../components/Icon.tsx';
import classes from './Home.module.css';
import { t } from '../../language/t.ts';

/** `id` is unique in the list: the kind of item, and the record if the kind can occur several times. */
export type AttentionItem = { id: string; icon: IconName; tone: 'bad' | 'warn'; text: ReactNode };

export function AttentionPanel({ items }: { items: readonly AttentionItem[] }) {
  return (
    <section className={classes['panel']} aria-label={t('Needs attention')}>
      <Text component="h2" fw={600} size="sm">
        {t('Needs attention')}
      </Text>
      {items.length === 0 ? (
        <div className={classes['calm']}>
          <Icon name="circleCheck" size={22} />
          <Text size="sm" c="dimmed">
            {t('All caught up. Nothing needs your attention.')}
          </Text>
        </div>
      ) : (
        <ul className={classes['matters']}>
          {items.map(({ id, icon, tone, text }) => (
            <li key={id} data-tone={tone}>
              <Icon name={icon} />
              <span>{text}</span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
