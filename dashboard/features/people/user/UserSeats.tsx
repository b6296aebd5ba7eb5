import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ListBody, usePage } from '../../../components/ListPage.tsx';
import { useUrlState } from '../../../hooks/useUrlState.ts';
import { t } from '../../../language/t.ts';
import { seatsQuery } from '../../seats/api.ts';
import { seatColumns } from '../../seats/columns.tsx';
import { SeatDialog, type SeatDialogState } from '../../seats/SeatDialog.tsx';

export function UserSeats({ user_id }: { user_id: string }) {
  const { sort } = useUrlState().state;
  const query = useQuery(seatsQuery({ user_id, sort, ...usePage() }));
  const [open, setOpen] = useState<SeatDialogState>();
  return (
    <>
      <ListBody
        title={t('Seats')}
        query={query}
        columns={seatColumns((action, seat) => setOpen({ action, seat })).filter(
          ({ key }) => key !== 'wearer',
        )}
        rowKey={({ id }) => id}
        empty={{
          icon: 'seats',
          title: t('No seat'),
          text: t('Assign a seat to this person on the page Seats, so that they can use glasses.'),
        }}
      />
      {open && <SeatDialog open={open} onClose={() => setOpen(undefined)} />}
    </>
  );
}
