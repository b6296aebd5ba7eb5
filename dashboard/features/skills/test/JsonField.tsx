import { Textarea } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { inputProps, type FieldProps } from './fieldProps.ts';
import { isEqualJson } from './values.ts';
import { t } from '../../../language/t.ts';

/** A JSON field for values that no other field can show, with the reason. */
export function JsonField({ part, value, onChange, fault, why }: FieldProps & { why: string }) {
  const [draft, setDraft] = useState(() => textOf(value));
  const box = useRef<HTMLTextAreaElement>(null);
  const text = isEqualJson(readJson(draft).value, value) ? draft : textOf(value);
  const isBroken = readJson(text).isBroken;
  useEffect(() => box.current?.setCustomValidity(isBroken ? MUST_BE_JSON : ''), [isBroken]);
  const about = inputProps({ part, fault });
  return (
    <Textarea
      {...about}
      description={part.description ? `${part.description} ${why}` : why}
      error={isBroken ? MUST_BE_JSON : about.error}
      ref={box}
      autosize
      minRows={2}
      maxRows={10}
      styles={MONOSPACE}
      value={text}
      onChange={({ currentTarget }) => {
        setDraft(currentTarget.value);
        onChange(readJson(currentTarget.value).value);
      }}
    />
  );
}

const MUST_BE_JSON = t('Must be valid JSON');

function textOf(value: unknown): string {
  return value === undefined ? '' : JSON.stringify(value, null, 2);
}

/** Parses JSON. A text that is not valid JSON yet is kept as a string. */
function readJson(text: string): { value: unknown; isBroken: boolean } {
  if (text.trim() === '') return { value: undefined, isBroken: false };
  try {
    return { value: JSON.parse(text), isBroken: false };
  } catch {
    return { value: text, isBroken: true };
  }
}

/** The style of inputs for JSON. */
export const MONOSPACE = {
  input: { fontFamily: 'var(--mantine-font-family-monospace)', fontSize: '0.75rem' },
} as const;
