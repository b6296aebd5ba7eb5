import { Tooltip } from '@mantine/core';
import { useEffect, useReducer } from 'react';
import { exactTime, relativeTime } from '../format/time.ts';

const TICK_MS = 30_000;

type RelativeTimeProps = { time: string | null; none?: string };

/** How long ago it was, kept current; the exact time in UTC on hover and for screen readers. */
export function RelativeTime({ time, none = '–' }: RelativeTimeProps) {
  const [, tick] = useReducer((count: number) => count + 1, 0);
  useEffect(() => {
    const timer = setInterval(tick, TICK_MS);
    return () => clearInterval(timer);
  }, []);
  if (time === null) return <>{none}</>;
  return (
    <Tooltip label={exactTime(time)}>
      <time dateTime={time} style={{ whiteSpace: 'nowrap' }}>
        {relativeTime(time)}
      </time>
    </Tooltip>
  );
}
