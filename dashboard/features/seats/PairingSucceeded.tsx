import { Text } from '@mantine/core';
import { Icon } from '../../components/Icon.tsx';
import type { Seat } from './api.ts';
import classes from './Seats.module.css';
import { t } from '../../language/t.ts';

export function PairingSucceeded({ seat }: { seat: Seat }) {
  const what = [seat.device_model, seat.device_serial].filter(Boolean).join(' · ');
  return (
    <div className={classes['paired']} role="status">
      <span className={classes['tick']}>
        <Icon name="circleCheck" size={44} />
      </span>
      <Text component="p" fw={600}>
        {t('The glasses are paired')}
      </Text>
      <Text component="p" size="sm" c="dimmed">
        {what || t('Unknown model')}
      </Text>
      {seat.user && (
        <Text component="p" size="sm" c="dimmed">
          {t('Worn by {name}', { name: seat.user.name })}
        </Text>
      )}
    </div>
  );
}
