import { TextInput, type TextInputProps } from '@mantine/core';
import { toAccountMinute, toInstant } from '../format/format.ts';

type TimeFilterProps = {
  input: TextInputProps;
  edge: 'start' | 'end';
  value: string;
  onChange: (value: string | undefined) => void;
};

/** A filter by time in the account's time zone, to the minute. The end includes its whole minute. */
export function TimeFilter({ input, edge, value, onChange }: TimeFilterProps) {
  return (
    <TextInput
      {...input}
      type="datetime-local"
      value={shown(value, edge)}
      onChange={({ currentTarget }) => onChange(meant(currentTarget.value, edge))}
    />
  );
}

const LAST_OF_MINUTE_MS = 59_999;

/** Returns the value as date and time. A date without a time means the start or the end of that day. */
function shown(value: string, edge: 'start' | 'end'): string {
  if (value === '' || value.includes('T')) return toAccountMinute(value);
  return `${value}T${edge === 'start' ? '00:00' : '23:59'}`;
}

function meant(typed: string, edge: 'start' | 'end'): string | undefined {
  if (typed === '') return undefined;
  const begins = toInstant(typed);
  return edge === 'start' ? begins : new Date(Date.parse(begins) + LAST_OF_MINUTE_MS).toISOString();
}
