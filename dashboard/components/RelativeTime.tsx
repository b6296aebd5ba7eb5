import { useEffect, useReducer } from 'react';
import { exactTime, relativeTime } from '../format/time.ts';
import { verbatim, type Label } from '../language/t.ts';
import { Hint } from './Hint.tsx';

const TICK_MS = 30_000;
const NONE = verbatim('–');

type RelativeTimeProps = { time: string | null; none?: Label };

/** A time such as `5 min ago`, kept current. The exact time is in the tooltip and for screen readers. */
export function RelativeTime({ time, none = NONE }: RelativeTimeProps) {
  const [, tick] = useReducer((count: number) => count + 1, 0);
  useEffect(() => {
    const timer = setInterval(tick, TICK_MS);
    return () => clearInterval(timer);
  }, []);
  if (time === null) return <>{none}</>;
  return (
    <Hint label={exactTime(time)}>
      <time dateTime={time} style={{ whiteSpace: 'nowrap' }}>
        {relativeTime(time)}
      </time>
    </Hint>
  );
}
