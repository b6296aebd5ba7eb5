import { Button, Text } from '@mantine/core';
import { ActionsMenu } from '../../components/ActionsMenu.tsx';
import type { Column } from '../../components/ListPage.tsx';
import { RelativeTime } from '../../components/RelativeTime.tsx';
import { StatusBadge } from '../../components/StatusBadge.tsx';
import { UserLink } from '../../components/UserLink.tsx';
import type { Seat } from './api.ts';
import classes from './Seats.module.css';
import { t } from '../../language/t.ts';

export type SeatAction = 'pair' | 'edit' | 'unpair';

export function seatColumns(onAction: (action: SeatAction, seat: Seat) => void): readonly Column<Seat>[] {
  return [
    {
      key: 'seat',
      label: t('Seat'),
      cell: ({ device_name }) => <b className={classes['name']}>{device_name}</b>,
      sort: { ascending: 'device_name' },
    },
    {
      key: 'wearer',
      label: t('Wearer'),
      cell: ({ user }) => (user ? <UserLink user={user} /> : <NoGlasses>{t('No user')}</NoGlasses>),
    },
    { key: 'roles', label: t('Roles'), cell: ({ roles }) => roles.map(roleWord).join(', ') },
    { key: 'glasses', label: t('Glasses'), cell: (seat) => <Device of={seat} /> },
    {
      key: 'paired',
      label: t('Paired'),
      cell: ({ paired_at }) => <RelativeTime time={paired_at} />,
      hiddenOnPhone: true,
    },
    {
      key: 'lastSeen',
      label: t('Last seen'),
      cell: ({ last_seen_at }) => <RelativeTime time={last_seen_at} none={t('Never')} />,
      sort: { descending: 'last_seen_at' },
    },
    {
      key: 'actions',
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
        <Button size="compact-sm" variant="subtle" onClick={() => onAction('pair', seat)}>
          {t('Pair')}
        </Button>
      )}
      <ActionsMenu
        of={seat.device_name}
        actions={[
          {
            label: seat.device_token_set ? t('Pair other glasses') : t('Pair glasses'),
            icon: 'link',
            onClick: () => onAction('pair', seat),
          },
          { label: t('Edit or assign'), icon: 'edit', onClick: () => onAction('edit', seat) },
          seat.device_token_set && {
            label: t('Unpair'),
            icon: 'ban',
            isDestructive: true,
            onClick: () => onAction('unpair', seat),
          },
        ]}
      />
    </span>
  );
}
