import { Button, Modal, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { SkeletonBlock } from '../../components/LoadingPlaceholder.tsx';
import { useQueryData } from '../../hooks/useQueryData.tsx';
import { pairingQuery, watchedSeatQuery, type PairedSeat, type Seat } from './api.ts';
import { PairingSucceeded } from './PairingSucceeded.tsx';
import { PairingCode } from './PairingCode.tsx';
import { t } from '../../language/t.ts';

/** Shows a code until the glasses have used it, and says so at once. */
export function PairDialog({ onClose, ...paired }: PairedSeat & { onClose: () => void }) {
  const [round, setRound] = useState(0);
  const pairing = useQueryData(useQuery(pairingQuery(paired, round)), <SkeletonBlock height={340} />);
  const before = useBefore(paired);
  const isPaired = (seat: Seat) => before !== undefined && seat.paired_at !== before.paired_at;
  const watched = useQueryData(useQuery(watchedSeatQuery(paired, isPaired)), <SkeletonBlock height={340} />);
  const seat = watched.data;
  const isDone = seat !== undefined && isPaired(seat);
  useRefreshWhen(isDone);
  return (
    <Modal
      opened
      onClose={onClose}
      title={
        <Text fw={620}>
          {seat ? t('Pair {device_name}', { device_name: seat.device_name }) : t('Pair glasses')}
        </Text>
      }
      closeButtonProps={{ 'aria-label': t('Close') }}
    >
      {isDone ? (
        <PairingSucceeded seat={seat} />
      ) : (
        // Glasses that used a code before the seat was read would be taken for those that it had.
        (pairing.placeholder ??
        watched.placeholder ?? <PairingCode pairing={pairing.data} onRenew={() => setRound(round + 1)} />)
      )}
      <Button fullWidth mt="md" variant={isDone ? 'filled' : 'default'} onClick={onClose}>
        {isDone ? t('Done') : t('Close')}
      </Button>
    </Modal>
  );
}

/** The seat as it was when the dialog opened. */
function useBefore(paired: PairedSeat): Seat | undefined {
  const [before, setBefore] = useState<Seat>();
  const { data } = useQuery(watchedSeatQuery(paired, () => false));
  useEffect(() => {
    if (data) setBefore((earlier) => earlier ?? data);
  }, [data]);
  return before;
}

function useRefreshWhen(isDone: boolean): void {
  const client = useQueryClient();
  useEffect(() => {
    if (!isDone) return;
    for (const queryKey of [['seats', 'list'], ['own'], ['home']])
      void client.invalidateQueries({ queryKey });
  }, [client, isDone]);
}
