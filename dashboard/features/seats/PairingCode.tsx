import { Button, Loader, Text } from '@mantine/core';
import { useEffect, useState } from 'react';
import { CopyButton } from '../../components/CopyButton.tsx';
import type { Pairing } from './api.ts';
import { QrPicture } from './QrPicture.tsx';
import classes from './Seats.module.css';
import { t } from '../../language/t.ts';
import { T } from '../../language/T.tsx';

type PairingCodeProps = { pairing: Pairing; onRenew: () => void };

export function PairingCode({ pairing: { code, expires_at, qr_svg }, onRenew }: PairingCodeProps) {
  const left = useSecondsUntil(expires_at);
  if (left <= 0) return <Expired onRenew={onRenew} />;
  return (
    <div className={classes['pairing']}>
      <Text size="sm" c="dimmed">
        <T
          text="On the glasses, choose {pair}. Then look at this picture or say the letters."
          pair={<b>{t('Pair')}</b>}
        />
      </Text>
      <QrPicture svg={qr_svg} />
      <p className={classes['code']}>
        <span>
          {code.slice(0, 4)}-{code.slice(4)}
        </span>
        <CopyButton text={code} what={t('code')} />
      </p>
      <Text size="sm" c="dimmed" className={classes['waiting']} role="status">
        <Loader size={14} /> {t('Waiting for the glasses …')}
      </Text>
      <Text size="xs" c="dimmed">
        {t('Expires in {minutes}:{seconds}. Works once.', {
          minutes: Math.floor(left / 60),
          seconds: String(left % 60).padStart(2, '0'),
        })}
      </Text>
    </div>
  );
}

function Expired({ onRenew }: { onRenew: () => void }) {
  return (
    <div className={classes['pairing']}>
      <Text fw={600}>{t('This code has expired')}</Text>
      <Text size="sm" c="dimmed">
        {t('Codes expire after ten minutes. Glasses that are already paired stay paired.')}
      </Text>
      <Button onClick={onRenew}>{t('Show a new code')}</Button>
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
