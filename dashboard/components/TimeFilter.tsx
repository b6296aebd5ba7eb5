import { TextInput } from '@mantine/core';
import { toLocalMinute, toInstant } from '../format/format.ts';

type TimeFilterProps = {
  className: string | undefined;
  label: string;
  edge: 'start' | 'end';
  value: string;
  onChange: (value: string | undefined) => void;
};

/** A moment in the account's time zone, to the minute; the end of a time has all of its last minute. */
export function TimeFilter({ className, label, edge, value, onChange }: TimeFilterProps) {
  return (
    <TextInput
      className={className}
      aria-label={label}
      type={value ? 'datetime-local' : 'text'}
      placeholder={label}
      value={shown(value, edge)}
      onFocus={(event) => (event.currentTarget.type = 'datetime-local')}
      onChange={({ currentTarget }) => onChange(meant(currentTarget.value, edge))}
    />
  );
}

const LAST_OF_MINUTE_MS = 59_999;

/** A day alone stands for all of it. */
function shown(value: string, edge: 'start' | 'end'): string {
  if (value === '' || value.includes('T')) return toLocalMinute(value);
  return `${value}T${edge === 'start' ? '00:00' : '23:59'}`;
}

function meant(typed: string, edge: 'start' | 'end'): string | undefined {
  if (typed === '') return undefined;
  const begins = toInstant(typed);
  return edge === 'start' ? begins : new Date(Date.parse(begins) + LAST_OF_MINUTE_MS).toISOString();
}
