import '@mantine/core/styles/Pill.layer.css';
import '@mantine/core/styles/PillsInput.layer.css';
import { Combobox, Pill, PillsInput } from '@mantine/core';
import type { FocusEventHandler, KeyboardEvent, ReactNode } from 'react';
import { t, type Label } from '../../language/t.ts';
import { RecordDropdown } from './RecordDropdown.tsx';
import type { RecordSource } from './source.ts';
import { useRecordCombobox } from './useRecordCombobox.ts';

type RecordMultiSelectProps = {
  source: RecordSource;
  value?: readonly string[];
  onChange: (value: string[]) => void;
  label: string;
  description?: Label | undefined;
  placeholder?: string;
  error?: ReactNode;
  onFocus?: FocusEventHandler;
  onBlur?: FocusEventHandler;
};

/** Chooses several records of a list that the server searches. */
export function RecordMultiSelect(props: RecordMultiSelectProps) {
  const { source, value = [], onChange, placeholder, onFocus, onBlur, ...wrapper } = props;
  const picker = useRecordCombobox({ source, chosen: value });
  const { combobox, list, text, type, note } = picker;
  const remove = (id: string) => onChange(value.filter((one) => one !== id));
  const toggle = (id: string) => {
    if (value.includes(id)) return remove(id);
    note(id);
    onChange([...value, id]);
    if (text !== null) type('');
  };
  const onKeyDown = (event: KeyboardEvent) => {
    picker.onKeyDown(event);
    const last = value.at(-1);
    if (event.key === 'Backspace' && !text && last !== undefined) remove(last);
  };
  return (
    <Combobox store={combobox} onOptionSubmit={toggle}>
      <Combobox.DropdownTarget>
        <PillsInput {...wrapper} onClick={() => combobox.openDropdown()}>
          <Pill.Group>
            {value.map((id) => (
              <ChosenPill key={id} label={list.labelOf(id)} onRemove={() => remove(id)} />
            ))}
            <Combobox.EventsTarget withExpandedAttribute {...picker.active}>
              <PillsInput.Field
                placeholder={value.length === 0 ? placeholder : ''}
                value={text ?? ''}
                onChange={({ currentTarget }) => type(currentTarget.value)}
                onKeyDown={onKeyDown}
                onFocus={onFocus}
                onBlur={(event) => {
                  combobox.closeDropdown();
                  onBlur?.(event);
                }}
              />
            </Combobox.EventsTarget>
          </Pill.Group>
        </PillsInput>
      </Combobox.DropdownTarget>
      <Combobox.Dropdown>
        <RecordDropdown list={list} chosen={value} label={wrapper.label} />
      </Combobox.Dropdown>
    </Combobox>
  );
}

/** The remove button is not in the tab order: Backspace removes the last record. */
function ChosenPill({ label, onRemove }: { label: Label | undefined; onRemove: () => void }) {
  const name = label ?? '…';
  return (
    <Pill
      withRemoveButton
      onRemove={onRemove}
      removeButtonProps={{ 'aria-label': t('Remove {name}', { name }) }}
    >
      {name}
    </Pill>
  );
}
