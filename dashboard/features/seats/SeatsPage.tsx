import { Button } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { EmptyStateProps } from '../../components/EmptyState.tsx';
import { Icon } from '../../components/Icon.tsx';
import { ListPage, usePage, type Filter } from '../../components/ListPage.tsx';
import { useUrlState } from '../../hooks/useUrlState.ts';
import { useCreateDialog } from '../../hooks/useCreateDialog.ts';
import { lazyComponent } from '../../hooks/lazyComponent.tsx';
import { seatsQuery, type Seat } from './api.ts';
import { seatColumns, type SeatAction } from './columns.tsx';
import { UnpairGlasses } from './UnpairGlasses.tsx';
import { t } from '../../language/t.ts';

const EditSeat = lazyComponent(async () => (await import('./EditSeat.tsx')).EditSeat);
const NewSeat = lazyComponent(async () => (await import('./NewSeat.tsx')).NewSeat);
const PairDialog = lazyComponent(async () => (await import('./PairDialog.tsx')).PairDialog);

type Open = { action: SeatAction; seat: Seat } | { action: 'pair-new'; seat_id: string };

export function SeatsPage() {
  const { state } = useUrlState();
  const { device, wearer } = state;
  const query = useQuery(seatsQuery({ device, wearer, ...usePage() }));
  const [open, setOpen] = useState<Open>();
  const creating = useCreateDialog();
  const close = () => setOpen(undefined);
  useHotkeys([['c', creating.open]]);
  const button = (
    <Button onClick={creating.open} leftSection={<Icon name="plus" size={16} />}>
      {t('New seat')}
    </Button>
  );
  return (
    <ListPage
      title={t('Seats')}
      about={t('A seat is a pair of glasses with a wearer, a role and a device.')}
      guide="glasses"
      actions={button}
      filters={FILTERS}
      query={query}
      columns={seatColumns((action, seat) => setOpen({ action, seat }))}
      rowKey={({ id }) => id}
      empty={{ ...EMPTY, action: button }}
    >
      {creating.isOpen && (
        <NewSeat
          onClose={creating.close}
          onMade={(seat_id) => {
            creating.close();
            setOpen({ action: 'pair-new', seat_id });
          }}
        />
      )}
      {open?.action === 'pair-new' && <PairDialog seat_id={open.seat_id} onClose={close} />}
      {open?.action === 'pair' && <PairDialog seat_id={open.seat.id} onClose={close} />}
      {open?.action === 'edit' && <EditSeat seat={open.seat} onClose={close} />}
      {open?.action === 'refuse' && <UnpairGlasses seat={open.seat} onClose={close} />}
    </ListPage>
  );
}

const FILTERS: readonly Filter[] = [
  {
    kind: 'select',
    name: 'device',
    label: t('Glasses'),
    options: [
      { value: 'paired', label: t('Paired') },
      { value: 'unpaired', label: t('Not paired') },
    ],
  },
  {
    kind: 'select',
    name: 'wearer',
    label: t('Wearer'),
    options: [
      { value: 'somebody', label: t('Any user') },
      { value: 'nobody', label: t('No user') },
    ],
  },
];

const EMPTY: EmptyStateProps = {
  icon: 'seats',
  title: t('No seats yet'),
  text: t(
    'Create a seat for each pair of glasses, assign a wearer, and pair the glasses with the code that appears.',
  ),
};
