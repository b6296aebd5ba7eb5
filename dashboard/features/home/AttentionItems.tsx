import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Icon, type IconName } from '../../components/Icon.tsx';
import classes from './Home.module.css';
import { t } from '../../language/t.ts';

/** `id` is unique: the kind, and the record where there are several. */
export type AttentionItem = { id: string; icon: IconName; tone: 'bad' | 'warn'; text: ReactNode };

/** The list of things that need attention. */
export function AttentionItems({ matters }: { matters: readonly AttentionItem[] }) {
  return (
    <section className={classes['panel']} aria-label={t('Needs attention')}>
      <Text component="h2" fw={600} size="sm">
        {t('Needs attention')}
      </Text>
      {matters.length === 0 ? (
        <div className={classes['calm']}>
          <Icon name="circleCheck" size={22} />
          <Text size="sm" c="dimmed">
            {t('All caught up. Nothing needs your attention.')}
          </Text>
        </div>
      ) : (
        <ul className={classes['matters']}>
          {matters.map(({ id, icon, tone, text }) => (
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
