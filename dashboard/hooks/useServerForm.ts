import { useForm, type UseFormReturnType } from '@mantine/form';
import { useState, type FormEvent } from 'react';
import { isTransient, ApiError } from '../api/client.ts';
import { capitalized, LABELS, type FieldName } from '../api/labels.ts';
import { t } from '../language/t.ts';

type FieldOf<V> = keyof V & FieldName;
type Kind = Parameters<UseFormReturnType<object>['getInputProps']>[1];

export type ServerForm<V> = UseFormReturnType<V> & {
  /** The label, value and message of a field; the message goes when the field changes. */
  field: (
    name: FieldOf<V>,
    kind?: Kind,
  ) => ReturnType<UseFormReturnType<V>['getInputProps']> & { label: string };
  /** The server's message without a field. */
  complaint: string | undefined;
  isSending: boolean;
  send: (event: FormEvent<HTMLFormElement>) => void;
};

/** A form validated by the server; its message is shown at the field it names. */
export function useServerForm<V extends Record<string, unknown>>(
  initialValues: V,
  submit: (values: V) => Promise<unknown>,
): ServerForm<V> {
  const [complaint, setFormError] = useState<string>();
  const form = useForm<V>({ initialValues, onValuesChange: () => setFormError(undefined) });
  const [isSending, setSending] = useState(false);
  const send = form.onSubmit(async (values) => {
    setFormError(undefined);
    setSending(true);
    try {
      await submit(values);
    } catch (error) {
      const fault = error instanceof ApiError ? error.fault : undefined;
      const field = fault && fieldOf(fault.path, values);
      if (fault && field !== undefined) form.setFieldError(field, capitalized(fault.rule));
      else setFormError(formErrorText(error));
    } finally {
      setSending(false);
    }
  });
  const field: ServerForm<V>['field'] = (name, kind) => ({
    label: LABELS[name],
    ...form.getInputProps(name, kind),
  });
  return { ...form, field, complaint, isSending, send };
}

/** The message of an error. The form keeps its input after any error, and the message says so if the user may doubt it. */
function formErrorText(error: unknown): string {
  const isSignedOut = error instanceof ApiError && error.code === 'SIGNED_OUT';
  const message = error instanceof Error ? error.message : String(error);
  if (isSignedOut)
    return `${message} ${t('Sign in again, then send the form again. Your input stays here.')}`;
  const again =
    error instanceof ApiError && error.is_once
      ? t('Try again later. Your input stays here and is saved only once.')
      : t('Try again later. Your input stays here.');
  return isTransient(error) ? `${message.replace(/\.?$/, '.')} ${again}` : message;
}

/** Fields of a form that stand deeper in what is sent. */
const NESTED: Record<string, string> = {
  'auth_header.name': 'header',
  'auth_header.value': 'header_value',
  auth_header: 'header',
};

/** The field for `title`, `redirect_uris.0` or `config.url`. */
function fieldOf(path: readonly string[], values: object): string | undefined {
  const [first = '', ...rest] = path;
  if (Object.hasOwn(values, first) && first !== 'config') return first;
  const nested = rest.join('.');
  return [NESTED[nested], rest[0]].find((name) => name !== undefined && Object.hasOwn(values, name));
}
