import { Button, Group, NativeSelect, TextInput } from '@mantine/core';
import { toAccountDay } from '../format/format.ts';
import { useUrlState } from '../hooks/useUrlState.ts';
import { t } from '../language/t.ts';
import classes from './FilterBar.module.css';
import type { Filter } from './filters.ts';
import { TextFilter } from './TextFilter.tsx';
import { TimeFilter } from './TimeFilter.tsx';
import { lazyComponent } from '../hooks/lazyComponent.tsx';

const RecordSelect = lazyComponent(
  async () => (await import('./picker/RecordSelect.tsx')).RecordSelect,
  <div className={classes['awaited']} />,
);

export type FilterFieldsProps = {
  fields: readonly Filter[];
  /** The name of the field that gets the focus; otherwise the first field. */
  field?: string | undefined;
  onClear: () => void;
  onClose: () => void;
};

/** The fields of the filter panel. Each applies at once. */
export function FilterFields(props: FilterFieldsProps) {
  const { fields, field = fields[0]?.name, onClear, onClose } = props;
  const { state, change } = useUrlState();
  return (
    <div className={classes['fields']}>
      {fields.map((filter) => (
        <Field
          key={filter.name}
          filter={filter}
          isFirst={filter.name === field}
          value={state[filter.name] ?? ''}
          onChange={(value) => change({ [filter.name]: value || undefined, offset: undefined })}
        />
      ))}
      <Group grow className={classes['buttons'] ?? ''}>
        <Button variant="default" onClick={onClear}>
          {t('Clear filters')}
        </Button>
        <Button onClick={onClose}>{t('Show results')}</Button>
      </Group>
    </div>
  );
}

type FieldProps = {
  filter: Filter;
  isFirst: boolean;
  value: string;
  onChange: (value: string | undefined) => void;
};

function Field({ filter, isFirst, value, onChange }: FieldProps) {
  const { kind, name, label } = filter;
  // `data-autofocus` is for the focus trap of the sheet.
  const input = { name, label, ...(isFirst && { autoFocus: true, 'data-autofocus': true }) };
  switch (kind) {
    case 'select':
      return (
        <NativeSelect
          {...input}
          data={[{ value: '', label: filter.none ?? t('Any') }, ...filter.options]}
          value={value}
          onChange={({ currentTarget }) => onChange(currentTarget.value)}
        />
      );
    case 'record':
      return (
        <RecordSelect
          {...input}
          placeholder={t('Any')}
          source={filter.source}
          value={value || null}
          onChange={(next) => onChange(next ?? undefined)}
          clearable
          comboboxProps={{ withinPortal: false }}
        />
      );
    case 'date':
      return (
        <TextInput
          {...input}
          type="date"
          value={value.includes('T') ? toAccountDay(value) : value}
          onChange={({ currentTarget }) => onChange(currentTarget.value)}
        />
      );
    case 'time':
      return <TimeFilter input={input} edge={filter.edge} value={value} onChange={onChange} />;
    case 'search':
    case 'text':
      return <TextFilter input={input} value={value} onSettle={onChange} />;
  }
}
