import { useEffect, useReducer } from 'react';
import { formatCountdown, exactTime } from '../format/time.ts';
import { t } from '../language/t.ts';
import { Hint } from './Hint.tsx';

/** The remaining time until a given time, updated each second. */
export function Countdown({ time }: { time: string | null }) {
  const [, tick] = useReducer((count: number) => count + 1, 0);
  useEffect(() => {
    const timer = setInterval(tick, 1_000);
    return () => clearInterval(timer);
  }, []);
  if (time === null) return <>{t('now')}</>;
  return (
    <Hint label={exactTime(time)}>
      <time dateTime={time} style={{ whiteSpace: 'nowrap' }}>
        {formatCountdown(time)}
      </time>
    </Hint>
  );
}
