import { CloseButton, TextInput, type TextInputProps } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { useEffect, useRef, useState } from 'react';
import { t } from '../language/t.ts';

const SETTLE_MS = 300;

type TextFilterProps = {
  input: TextInputProps;
  value: string;
  onSettle: (value: string | undefined) => void;
};

/** Applies the filter when typing stops, at the latest when the field is left. A value that changes in the URL never replaces text that is being typed. */
export function TextFilter({ input: props, value, onSettle }: TextFilterProps) {
  const [text, setText] = useState(value);
  const input = useRef<HTMLInputElement>(null);
  const settle = useDebouncedCallback(onSettle, SETTLE_MS);
  useEffect(() => {
    if (document.activeElement !== input.current) setText(value);
  }, [value]);
  const change = (next: string) => {
    setText(next);
    settle(next || undefined);
  };
  return (
    <TextInput
      ref={input}
      {...props}
      rightSection={
        text !== '' && (
          <CloseButton
            size="sm"
            aria-label={t('Clear the search')}
            onClick={() => {
              change('');
              input.current?.focus();
            }}
          />
        )
      }
      value={text}
      onChange={({ currentTarget }) => change(currentTarget.value)}
      onBlur={() => settle.flush()}
      onKeyDown={({ key }) => (key === 'Escape' || key === 'Enter') && settle.flush()}
    />
  );
}
