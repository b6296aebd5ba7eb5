import { Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { inputProps, type FieldProps } from './fieldProps.ts';
import type { ArgumentPart } from './parts.ts';
import { toDateTimeInputValue } from '../../../format/format.ts';
import { emptyValue, readNumber } from './values.ts';
import { t } from '../../../language/t.ts';

type TextPart = Extract<ArgumentPart, { kind: 'text' }>;

export function TextField({ part, value, onChange, fault }: FieldProps<TextPart>) {
  const { input, isLong } = part;
  const text = typeof value === 'string' ? value : '';
  const isTime = input === 'datetime-local';
  const type = (next: string) => onChange(next === '' ? emptyValue(part) : isTime ? timeOf(next) : next);
  const about = { ...inputProps({ part, fault }), placeholder: part.placeholder };
  if (isLong || text.includes('\n'))
    return (
      <Textarea
        {...about}
        autosize
        minRows={2}
        maxRows={8}
        value={text}
        onChange={({ currentTarget }) => type(currentTarget.value)}
      />
    );
  return (
    <TextInput
      {...about}
      type={input}
      {...(isTime && { step: 1, description: part.description ?? t('In the time zone of this device.') })}
      value={isTime && text !== '' ? toDateTimeInputValue(text) : text}
      onChange={({ currentTarget }) => type(currentTarget.value)}
    />
  );
}

function timeOf(local: string): string {
  return new Date(local).toISOString();
}

type NumberPart = Extract<ArgumentPart, { kind: 'number' }>;

export function NumberField({ part, value, onChange, fault }: FieldProps<NumberPart>) {
  // The typed text is kept, because `1.` also parses as a number and must keep its point while the user types.
  const [draft, setDraft] = useState('');
  const text = typeof value === 'number' || typeof value === 'string' ? String(value) : '';
  return (
    <TextInput
      {...inputProps({ part, fault })}
      inputMode={part.isWhole ? 'numeric' : 'decimal'}
      placeholder={part.placeholder}
      value={readNumber(draft) === value ? draft : text}
      onChange={({ currentTarget }) => {
        setDraft(currentTarget.value);
        onChange(readNumber(currentTarget.value) ?? emptyValue(part));
      }}
    />
  );
}
