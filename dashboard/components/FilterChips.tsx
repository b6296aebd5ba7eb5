import { Button, CloseButton } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './FilterBar.module.css';
import { filterValueLabel, type Filter } from './filters.ts';
import { lazyComponent } from '../hooks/lazyComponent.tsx';
import { useUrlState } from '../hooks/useUrlState.ts';
import { t } from '../language/t.ts';

const RecordNames = lazyComponent(async () => (await import('./picker/RecordNames.tsx')).RecordNames);

type FilterChipsProps = {
  fields: readonly Filter[];
  onOpen: (field: string) => void;
  onRemove: (name: string) => void;
  onClear: () => void;
};

/** The filters that are set. A chip opens the panel at its field. */
export function FilterChips({ fields, onOpen, onRemove, onClear }: FilterChipsProps) {
  const { state } = useUrlState();
  const used = fields.filter(({ name }) => state[name] !== undefined);
  if (used.length === 0) return null;
  return (
    <ul className={classes['chips']} aria-label={t('Filters that are set')}>
      {used.map((filter) => (
        <li key={filter.name} className={classes['chip']}>
          <button type="button" onClick={() => onOpen(filter.name)}>
            {filter.label}: <b>{valueOf(filter, state[filter.name] ?? '')}</b>
          </button>
          <CloseButton
            size="sm"
            aria-label={t('Remove the filter {name}', { name: filter.label })}
            onClick={() => onRemove(filter.name)}
          />
        </li>
      ))}
      <li>
        <Button size="compact-sm" variant="subtle" color="gray" onClick={onClear}>
          {t('Clear filters')}
        </Button>
      </li>
    </ul>
  );
}

function valueOf(filter: Filter, value: string): ReactNode {
  if (filter.kind === 'record') return <RecordNames source={filter.source} ids={[value]} />;
  return filterValueLabel(filter, value);
}
