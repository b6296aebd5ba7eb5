import { Button, Select, TextInput } from '@mantine/core';
import { useDebouncedCallback, useDisclosure } from '@mantine/hooks';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import classes from './FilterBar.module.css';
import { toAccountDay } from '../format/format.ts';
import { Icon } from './Icon.tsx';
import { TimeFilter } from './TimeFilter.tsx';
import { useUrlState } from '../hooks/useUrlState.ts';
import { t } from '../language/t.ts';

export type Option = { value: string; label: string };

export type Filter =
  | { kind: 'select'; name: string; label: string; options: readonly Option[] }
  | { kind: 'text'; name: string; label: string }
  | { kind: 'date'; name: string; label: string }
  | { kind: 'time'; name: string; label: string; edge: 'start' | 'end' };

const SETTLE_MS = 300;

/** The filters of a list: they live in the URL, and a change goes back to the first page. */
export function FilterBar({ filters, end }: { filters: readonly Filter[]; end?: ReactNode }) {
  const { state, change } = useUrlState();
  const [isUnfolded, unfolding] = useDisclosure();
  const used = filters.filter(({ name }) => state[name] !== undefined);
  const set = (name: string, value: string | undefined) => change({ [name]: value, offset: undefined });
  const clear = () =>
    change(Object.fromEntries([...filters.map(({ name }) => [name, undefined]), ['offset', undefined]]));
  if (filters.length === 0 && !end) return null;
  return (
    <div className={classes['bar']} role="search" aria-label={t('Filters')}>
      {filters.length > 0 && (
        <UnfoldButton used={used.length} isUnfolded={isUnfolded} onToggle={unfolding.toggle} />
      )}
      <div className={classes['fields']} data-unfolded={isUnfolded || undefined}>
        {filters.map((filter) => (
          <Field key={filter.name} filter={filter} value={state[filter.name] ?? ''} set={set} />
        ))}
        {used.length > 0 && (
          <Button variant="subtle" color="gray" onClick={clear} leftSection={<Icon name="close" size={14} />}>
            {t('Clear filters')}
          </Button>
        )}
      </div>
      {end && <div className={classes['end']}>{end}</div>}
    </div>
  );
}

type UnfoldButtonProps = { used: number; isUnfolded: boolean; onToggle: () => void };

/** On a phone the filters are folded away until they are wanted. */
function UnfoldButton({ used, isUnfolded, onToggle }: UnfoldButtonProps) {
  return (
    <Button
      className={classes['unfold']}
      variant="default"
      leftSection={<Icon name="filter" size={16} />}
      aria-expanded={isUnfolded}
      onClick={onToggle}
    >
      {used > 0 ? t('Filters ({used})', { used }) : t('Filters')}
    </Button>
  );
}

type FieldProps = { filter: Filter; value: string; set: (name: string, value: string | undefined) => void };

function Field({ filter, value, set }: FieldProps) {
  const { kind, name, label } = filter;
  switch (kind) {
    case 'select':
      return (
        <Select
          className={classes['field']}
          aria-label={label}
          placeholder={label}
          data={[...filter.options]}
          value={value || null}
          onChange={(next) => set(name, next ?? undefined)}
          clearable
          clearSectionMode="clear"
          searchable={filter.options.length > 8}
          comboboxProps={{ width: 'max-content', position: 'bottom-start' }}
        />
      );
    case 'date':
      return (
        <TextInput
          className={classes['field']}
          aria-label={label}
          type={value ? 'date' : 'text'}
          placeholder={label}
          value={value.includes('T') ? toAccountDay(value) : value}
          onFocus={(event) => (event.currentTarget.type = 'date')}
          onChange={(event) => set(name, event.currentTarget.value || undefined)}
        />
      );
    case 'time':
      return (
        <TimeFilter
          className={classes['time']}
          label={label}
          edge={filter.edge}
          value={value}
          onChange={(next) => set(name, next)}
        />
      );
    case 'text':
      return <TextFilter label={label} value={value} onSettle={(next) => set(name, next)} />;
  }
}

type TextFilterProps = { label: string; value: string; onSettle: (value: string | undefined) => void };

/** Waits until typing stops before the list is fetched, and never overwrites what is being typed. */
function TextFilter({ label, value, onSettle }: TextFilterProps) {
  const [text, setText] = useState(value);
  const input = useRef<HTMLInputElement>(null);
  const settle = useDebouncedCallback(onSettle, SETTLE_MS);
  useEffect(() => {
    if (document.activeElement !== input.current) setText(value);
  }, [value]);
  return (
    <TextInput
      ref={input}
      className={classes['text']}
      aria-label={label}
      placeholder={label}
      leftSection={<Icon name="search" size={14} />}
      value={text}
      onChange={(event) => {
        setText(event.currentTarget.value);
        settle(event.currentTarget.value || undefined);
      }}
    />
  );
}
