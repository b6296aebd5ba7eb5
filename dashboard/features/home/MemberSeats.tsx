import { Button, Text } from '@mantine/core';
import { useState } from 'react';
import { lazyComponent } from '../../hooks/lazyComponent.tsx';
import { RelativeTime } from '../../components/RelativeTime.tsx';
import { StatusBadge } from '../../components/StatusBadge.tsx';
import type { MemberHomeData } from './api.ts';
import classes from './Home.module.css';
import { EmptyHomePanel, HomePanel } from './HomePanel.tsx';
import { T } from '../../language/T.tsx';
import { t } from '../../language/t.ts';

const PairGlassesDialog = lazyComponent(
  async () => (await import('../seats/PairGlassesDialog.tsx')).PairGlassesDialog,
);

/** The seats of the signed-in user, who can pair their own glasses. */
export function MemberSeats({ own: { seats } }: { own: MemberHomeData }) {
  const [pairing, setPairing] = useState<string>();
  return (
    <HomePanel title={seats.length > 1 ? t('My seats') : t('My seat')}>
      {seats.length === 0 && (
        <EmptyHomePanel icon="seats" title={t('You have no glasses yet')}>
          {t('Ask an admin of your account for a seat. Then pair your glasses here.')}
        </EmptyHomePanel>
      )}
      {seats.map((seat) => (
        <OwnSeat key={seat.id} seat={seat} onPair={() => setPairing(seat.id)} />
      ))}
      {pairing !== undefined && (
        <PairGlassesDialog seat_id={pairing} isOwn onClose={() => setPairing(undefined)} />
      )}
    </HomePanel>
  );
}

type OwnSeatProps = { seat: MemberHomeData['seats'][number]; onPair: () => void };

function OwnSeat({ seat, onPair }: OwnSeatProps) {
  const { device_name, device_token_set, roles } = seat;
  return (
    <div className={classes['seat']}>
      <div>
        <Text component="p" fw={550} size="sm">
          {device_name} <StatusBadge state={device_token_set ? 'paired' : 'unpaired'} />
        </Text>
        <Text component="p" size="xs" c="dimmed">
          {roles.includes('trainer')
            ? t('You train others with these glasses')
            : t('You learn with these glasses')}
          <LastSeen seat={seat} />
        </Text>
      </div>
      <Button size="xs" variant={device_token_set ? 'default' : 'filled'} onClick={onPair}>
        {device_token_set ? t('Pair other glasses') : t('Pair my glasses')}
      </Button>
    </div>
  );
}

function LastSeen({ seat: { device_token_set, last_seen_at } }: Pick<OwnSeatProps, 'seat'>) {
  if (!device_token_set) return null;
  if (last_seen_at === null) return <>{` · ${t('not used yet')}`}</>;
  return (
    <>
      {' · '}
      <T text="last used {when}" when={<RelativeTime time={last_seen_at} />} />
    </>
  );
}
