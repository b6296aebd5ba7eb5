import { ActionIcon, Button, Menu, Text } from '@mantine/core';
import { Icon } from '../../components/Icon.tsx';
import type { Column } from '../../components/ListPage.tsx';
import { RelativeTime } from '../../components/RelativeTime.tsx';
import { StatusBadge } from '../../components/StatusBadge.tsx';
import type { Seat } from './api.ts';
import classes from './Seats.module.css';
import { t } from '../../language/t.ts';

export type SeatAction = 'pair' | 'edit' | 'refuse';

export function seatColumns(onAction: (action: SeatAction, seat: Seat) => void): readonly Column<Seat>[] {
  return [
    { label: t('Seat'), cell: ({ device_name }) => <b className={classes['name']}>{device_name}</b> },
    { label: t('Wearer'), cell: ({ user }) => user?.name ?? <NoGlasses>{t('No user')}</NoGlasses> },
    { label: t('Roles'), cell: ({ roles }) => roles.map(roleWord).join(', ') },
    { label: t('Glasses'), cell: (seat) => <Device of={seat} /> },
    { label: t('Paired'), cell: ({ paired_at }) => <RelativeTime time={paired_at} />, hiddenOnPhone: true },
    {
      label: t('Last seen'),
      cell: ({ last_seen_at }) => <RelativeTime time={last_seen_at} none={t('Never')} />,
    },
    {
      label: t('Actions'),
      cell: (seat) => <Actions of={seat} onAction={onAction} />,
      align: 'end',
      holdsActions: true,
    },
  ];
}

function roleWord(role: Seat['roles'][number]): string {
  return role === 'trainer' ? t('Trainer') : t('Trainee');
}

function Device({ of: { device_token_set, device_model, device_serial } }: { of: Seat }) {
  const what = [device_model, device_serial].filter(Boolean).join(' · ');
  return (
    <span className={classes['device']}>
      <StatusBadge state={device_token_set ? 'paired' : 'unpaired'} />
      {device_token_set && what && <NoGlasses>{what}</NoGlasses>}
    </span>
  );
}

function NoGlasses({ children }: { children: string }) {
  return (
    <Text span size="sm" c="dimmed">
      {children}
    </Text>
  );
}

function Actions({ of: seat, onAction }: { of: Seat; onAction: (action: SeatAction, seat: Seat) => void }) {
  return (
    <span className={classes['actions']}>
      {!seat.device_token_set && (
        <Button size="compact-sm" variant="default" onClick={() => onAction('pair', seat)}>
          {t('Pair')}
        </Button>
      )}
      <Menu position="bottom-end" shadow="md" width={190}>
        <Menu.Target>
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={t('Actions for {name}', { name: seat.device_name })}
          >
            <Icon name="dots" />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<Icon name="link" size={16} />} onClick={() => onAction('pair', seat)}>
            {seat.device_token_set ? t('Pair other glasses') : t('Pair glasses')}
          </Menu.Item>
          <Menu.Item leftSection={<Icon name="edit" size={16} />} onClick={() => onAction('edit', seat)}>
            {t('Edit or assign')}
          </Menu.Item>
          {seat.device_token_set && (
            <Menu.Item
              color="red"
              leftSection={<Icon name="ban" size={16} />}
              onClick={() => onAction('refuse', seat)}
            >
              {t('Unpair')}
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
    </span>
  );
}
