import { Combobox, InputBase, type ComboboxProps, type InputBaseProps } from '@mantine/core';
import type { FocusEventHandler } from 'react';
import { RecordDropdown } from './RecordDropdown.tsx';
import type { RecordSource } from './source.ts';
import { useRecordCombobox } from './useRecordCombobox.ts';

type RecordSelectProps = Omit<InputBaseProps, 'label'> & {
  label?: string;
  name?: string;
  source: RecordSource;
  value?: string | null;
  onChange: (value: string | null) => void;
  'aria-label'?: string;
  placeholder?: string;
  clearable?: boolean;
  required?: boolean;
  onFocus?: FocusEventHandler;
  onBlur?: FocusEventHandler;
  comboboxProps?: ComboboxProps;
};

/** Chooses one record of a list that the server searches. */
export function RecordSelect(props: RecordSelectProps) {
  const { source, value = null, onChange, clearable, comboboxProps, onFocus, onBlur, ...input } = props;
  const chosen = value === null ? [] : [value];
  const { combobox, list, text, type, note, onKeyDown, active } = useRecordCombobox({ source, chosen });
  const label = value === null ? '' : (list.labelOf(value) ?? '');
  const isClearable = clearable === true && value !== null;
  const choose = (id: string) => {
    note(id);
    onChange(id);
    combobox.closeDropdown();
  };
  return (
    <Combobox store={combobox} onOptionSubmit={choose} {...comboboxProps}>
      <Combobox.Target withExpandedAttribute {...active}>
        <InputBase
          {...input}
          value={text ?? label}
          onChange={({ currentTarget }) => {
            type(currentTarget.value);
            if (currentTarget.value === '' && isClearable) onChange(null);
          }}
          onKeyDown={onKeyDown}
          onFocus={(event) => {
            event.currentTarget.select();
            onFocus?.(event);
          }}
          onClick={({ currentTarget }) => {
            if (!combobox.dropdownOpened) currentTarget.select();
            combobox.openDropdown();
          }}
          onBlur={(event) => {
            combobox.closeDropdown();
            onBlur?.(event);
          }}
          rightSection={
            isClearable ? <Combobox.ClearButton onClear={() => onChange(null)} /> : <Combobox.Chevron />
          }
          rightSectionPointerEvents={isClearable ? 'all' : 'none'}
        />
      </Combobox.Target>
      <Combobox.Dropdown>
        <RecordDropdown list={list} chosen={chosen} label={input['aria-label'] ?? input.label ?? ''} />
      </Combobox.Dropdown>
    </Combobox>
  );
}
