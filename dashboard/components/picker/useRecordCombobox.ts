import { useCombobox, type ComboboxDropdownEventSource } from '@mantine/core';
import { useEffect, useEffectEvent, useState, type KeyboardEvent } from 'react';
import { useMe } from '../../api/me.ts';
import { rememberRecentChoice } from './recentChoices.ts';
import type { RecordSource } from './source.ts';
import { useRecordOptions } from './useRecordOptions.ts';

type RecordComboboxOptions = {
  source: RecordSource;
  chosen: readonly string[];
  onOpen?: () => void;
  onClose?: (how: ComboboxDropdownEventSource) => void;
};

/**
 * Returns the state of a picker. The first result of a typed text is selected, so that Enter chooses it. While results
 * are loading, Enter does nothing: it neither chooses an outdated option nor submits the form.
 */
export function useRecordCombobox({ source, chosen, onOpen, onClose }: RecordComboboxOptions) {
  const { user } = useMe();
  /** The typed text; null while the input shows the chosen record. */
  const [text, setText] = useState<string | null>(null);
  const search = text ?? '';
  const [activeId, setActiveId] = useState<string | null>(null);
  const combobox = useCombobox({
    onDropdownOpen: () => onOpen?.(),
    onDropdownClose: (how) => {
      combobox.resetSelectedOption();
      setActiveId(null);
      setText(null);
      onClose?.(how);
    },
  });
  const isOpen = combobox.dropdownOpened;
  const list = useRecordOptions(source, { search, chosen, isOpen });
  const first = (list.recent[0] ?? list.options[0])?.value;
  const isReady = isOpen && search.trim() !== '' && !list.isPending;
  const selectFirst = useEffectEvent(() => setActiveId(combobox.selectFirstOption()));
  useEffect(() => {
    if (isReady) selectFirst();
  }, [isReady, first, search]);
  return {
    combobox,
    list,
    text,
    type: (next: string) => {
      combobox.resetSelectedOption();
      setActiveId(null);
      setText(next);
      combobox.openDropdown();
    },
    note: (id: string) => rememberRecentChoice(user.user_id, source.key.join(' '), id),
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key.startsWith('Arrow')) setActiveId(null);
      if (event.key === 'Enter' && isOpen && combobox.getSelectedOptionIndex() === -1) event.preventDefault();
    },
    /** The ARIA attribute of the combobox target, for an option that was selected without an arrow key. */
    active: activeId === null ? {} : { 'aria-activedescendant': activeId },
  };
}
