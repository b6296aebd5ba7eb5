import { Button, Combobox, type ButtonProps, type ComboboxProps } from '@mantine/core';
import { Icon } from '../Icon.tsx';
import { t, type Label } from '../../language/t.ts';
import { RecordDropdown } from './RecordDropdown.tsx';
import type { RecordOption, RecordSource } from './source.ts';
import { useRecordCombobox } from './useRecordCombobox.ts';

type RecordMenuProps = ButtonProps & {
  source: RecordSource;
  label: Label;
  onChoose: (id: string, label: Label) => void;
  /** An option before all others, for example for no user. */
  extra?: RecordOption;
  dropdown?: Pick<ComboboxProps, 'position' | 'floatingStrategy'>;
};

/** A button that opens a search for one record and acts on the chosen one. */
export function RecordMenu({ source, label, onChoose, extra, dropdown, ...button }: RecordMenuProps) {
  const picker = useRecordCombobox({
    source,
    chosen: [],
    onOpen: () => combobox.focusSearchInput(),
    onClose: (how) => how === 'keyboard' && combobox.focusTarget(),
  });
  const { combobox, list, text, type, note, onKeyDown, active } = picker;
  const choose = (id: string) => {
    if (id !== extra?.value) note(id);
    combobox.closeDropdown('keyboard');
    onChoose(id, (id === extra?.value ? extra.label : list.labelOf(id)) ?? label);
  };
  return (
    <Combobox store={combobox} onOptionSubmit={choose} width={280} {...dropdown}>
      <Combobox.Target targetType="button">
        <Button
          rightSection={<Icon name="chevronDown" size={14} />}
          {...button}
          onClick={() => combobox.toggleDropdown()}
        >
          {label}
        </Button>
      </Combobox.Target>
      <Combobox.Dropdown>
        <Combobox.Search
          role="combobox"
          aria-expanded={combobox.dropdownOpened}
          aria-label={label}
          placeholder={t('Search')}
          value={text ?? ''}
          onChange={({ currentTarget }) => type(currentTarget.value)}
          onKeyDown={onKeyDown}
          onBlur={() => combobox.closeDropdown()}
          {...active}
        />
        <RecordDropdown list={list} chosen={[]} label={label} extra={text ? undefined : extra} />
      </Combobox.Dropdown>
    </Combobox>
  );
}
