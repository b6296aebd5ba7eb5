import { Text } from '@mantine/core';
import { formatTime } from '../format/format.ts';
import { relativeTime } from '../format/time.ts';
import { verbatim, type Label } from '../language/t.ts';

type DateAndTimeProps = { time: string | null; none?: Label };

/** The date and the time of a record in a drawer, such as `2 March 2026 at 14:30 (5 min ago)`. */
export function DateAndTime({ time, none = NONE }: DateAndTimeProps) {
  if (time === null) return <>{none}</>;
  return (
    <time dateTime={time}>
      {formatTime('moment', time)}{' '}
      <Text span inherit c="dimmed">
        ({relativeTime(time)})
      </Text>
    </time>
  );
}

const NONE = verbatim('–');
