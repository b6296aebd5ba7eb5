import { useHotkeys } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { CreateButton } from '../../components/CreateButton.tsx';
import { ImportExportButtons } from '../../components/import/ImportExportButtons.tsx';
import type { EmptyStateProps } from '../../components/EmptyState.tsx';
import { ListPage, usePage, type Filter } from '../../components/ListPage.tsx';
import type { ViewList } from '../../components/savedViews.ts';
import { useUrlState } from '../../hooks/useUrlState.ts';
import { useCreateDialog } from '../../hooks/useCreateDialog.ts';
import { lazyComponent } from '../../hooks/lazyComponent.tsx';
import { seatsQuery } from './api.ts';
import { seatColumns } from './columns.tsx';
import { SeatDialog, type SeatDialogState } from './SeatDialog.tsx';
import { t } from '../../language/t.ts';

const ImportSeats = lazyComponent(async () => (await import('./ImportSeats.tsx')).ImportSeats);
const NewSeat = lazyComponent(async () => (await import('./NewSeat.tsx')).NewSeat);

export function SeatsPage() {
  const { state } = useUrlState();
  const { search, device, wearer, sort } = state;
  const filter = { search, device, wearer, sort };
  const query = useQuery(seatsQuery({ ...filter, ...usePage() }));
  const [open, setOpen] = useState<SeatDialogState>();
  const creating = useCreateDialog();
  useHotkeys([['c', creating.open]]);
  const button = <CreateButton label={t('New seat')} onClick={creating.open} />;
  return (
    <ListPage
      title={t('Seats')}
      about={t(
        'A seat is the licence for one pair of glasses. It connects the glasses with a wearer and a role.',
      )}
      guide="glasses"
      actions={button}
      end={<ImportExportButtons path="/seats.csv" filter={filter} dialog={ImportSeats} />}
      filters={FILTERS}
      views={VIEWS}
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
      {open && <SeatDialog open={open} onClose={() => setOpen(undefined)} />}
    </ListPage>
  );
}

const FILTERS: readonly Filter[] = [
  { kind: 'search', name: 'search', label: t('Seat, person or serial number') },
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
      { value: 'nobody', label: t('No user|seat') },
    ],
  },
];

const VIEWS: ViewList = {
  list: 'seat',
  builtIn: [
    { name: t('Not paired'), filter: { device: 'unpaired' } },
    { name: t('No user|seat'), filter: { wearer: 'nobody' } },
  ],
};

const EMPTY: EmptyStateProps = {
  icon: 'seats',
  title: t('No seats yet'),
  text: t(
    'Create a seat for each pair of glasses, assign a wearer, and pair the glasses with the code that appears.',
  ),
};
