import { useForm, type UseFormReturnType } from '@mantine/form';
import { useState, type FormEvent } from 'react';
import { Refusal } from '../api/client.ts';

export type ServerForm<V> = UseFormReturnType<V> & {
  /** What the server said of no field in particular. */
  complaint: string | undefined;
  is_sending: boolean;
  send: (event: FormEvent<HTMLFormElement>) => void;
};

/** A form that the server judges: its message stands at the field that it names. */
export function useServerForm<V extends Record<string, unknown>>(
  initialValues: V,
  submit: (values: V) => Promise<unknown>,
): ServerForm<V> {
  const form = useForm<V>({ initialValues });
  const [complaint, complain] = useState<string>();
  const [is_sending, setSending] = useState(false);
  const send = form.onSubmit(async (values) => {
    complain(undefined);
    setSending(true);
    try {
      await submit(values);
    } catch (error) {
      const field = error instanceof Refusal ? error.field : undefined;
      if (field && field.name in values) form.setFieldError(field.name, capitalized(field.rule));
      else complain(error instanceof Error ? error.message : String(error));
    } finally {
      setSending(false);
    }
  });
  return { ...form, complaint, is_sending, send };
}

function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
