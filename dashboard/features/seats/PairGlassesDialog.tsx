import { Button, Modal, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { SkeletonBlock } from '../../components/LoadingPlaceholder.tsx';
import { useQueryData } from '../../hooks/useQueryData.tsx';
import { pairingQuery, seatPollingQuery, type SeatToPair, type Seat } from './api.ts';
import { PairingSucceeded } from './PairingSucceeded.tsx';
import { PairingCode } from './PairingCode.tsx';
import { t } from '../../language/t.ts';

/** Shows a pairing code until the glasses have used it, then the success. */
export function PairGlassesDialog({ onClose, ...paired }: SeatToPair & { onClose: () => void }) {
  const [round, setRound] = useState(0);
  const pairing = useQueryData(useQuery(pairingQuery(paired, round)), <SkeletonBlock height={340} />);
  const before = useBefore(paired);
  const isPaired = (seat: Seat) => before !== undefined && seat.paired_at !== before.paired_at;
  const watched = useQueryData(useQuery(seatPollingQuery(paired, isPaired)), <SkeletonBlock height={340} />);
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
    >
      {isDone ? (
        <PairingSucceeded seat={seat} />
      ) : (
        // The code is shown only after the seat was read: earlier, a new pairing could not be told from the
        // previous one.
        (pairing.placeholder ??
        watched.placeholder ?? <PairingCode pairing={pairing.data} onRenew={() => setRound(round + 1)} />)
      )}
      <Button fullWidth mt="md" variant={isDone ? 'filled' : 'default'} onClick={onClose}>
        {isDone ? t('Done') : t('Close')}
      </Button>
    </Modal>
  );
}

/** Returns the seat as it was when the dialog opened. */
function useBefore(paired: SeatToPair): Seat | undefined {
  const [before, setBefore] = useState<Seat>();
  const { data } = useQuery(seatPollingQuery(paired, () => false));
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
