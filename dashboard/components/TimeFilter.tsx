import { TextInput } from '@mantine/core';

type TimeFilterProps = {
  className: string | undefined;
  label: string;
  edge: 'start' | 'end';
  value: string;
  onChange: (value: string | undefined) => void;
};

/** A moment in UTC, to the minute; the end of a time has all of its last minute. */
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

const MINUTE = '2026-01-01T00:00'.length;

/** A day alone stands for all of it. */
function shown(value: string, edge: 'start' | 'end'): string {
  if (value === '' || value.includes('T')) return value.slice(0, MINUTE);
  return `${value}T${edge === 'start' ? '00:00' : '23:59'}`;
}

function meant(typed: string, edge: 'start' | 'end'): string | undefined {
  if (typed === '') return undefined;
  return `${typed.slice(0, MINUTE)}${edge === 'start' ? ':00.000Z' : ':59.999Z'}`;
}
