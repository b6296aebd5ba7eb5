import { Button, Loader, Text } from '@mantine/core';
import { useEffect, useState } from 'react';
import { CopyButton } from '../../components/CopyButton.tsx';
import type { Pairing } from './api.ts';
import { QrPicture } from './QrPicture.tsx';
import classes from './Seats.module.css';

type PairingCodeProps = { pairing: Pairing; onRenew: () => void };

export function PairingCode({ pairing: { code, expires_at, qr_svg }, onRenew }: PairingCodeProps) {
  const left = useSecondsUntil(expires_at);
  if (left <= 0) return <Expired onRenew={onRenew} />;
  return (
    <div className={classes['pairing']}>
      <Text size="sm" c="dimmed">
        On the glasses choose <b>Pair</b>, then look at this picture or say the letters.
      </Text>
      <QrPicture svg={qr_svg} />
      <p className={classes['code']}>
        <span>
          {code.slice(0, 4)}-{code.slice(4)}
        </span>
        <CopyButton text={code} what="code" />
      </p>
      <Text size="sm" c="dimmed" className={classes['waiting']} role="status">
        <Loader size={14} /> Waiting for the glasses
      </Text>
      <Text size="xs" c="dimmed">
        Good for {Math.floor(left / 60)}:{String(left % 60).padStart(2, '0')} and once
      </Text>
    </div>
  );
}

function Expired({ onRenew }: { onRenew: () => void }) {
  return (
    <div className={classes['pairing']}>
      <Text fw={600}>This code ran out</Text>
      <Text size="sm" c="dimmed">
        Codes are good for ten minutes. The glasses that are paired now stay so.
      </Text>
      <Button onClick={onRenew}>Show a new code</Button>
    </div>
  );
}

function useSecondsUntil(time: string): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, []);
  return Math.max(0, Math.ceil((Date.parse(time) - now) / 1000));
}
