import { useForm, type UseFormReturnType } from '@mantine/form';
import { useState, type FormEvent } from 'react';
import { Refusal } from '../api/client.ts';

export type ServerForm<V> = UseFormReturnType<V> & {
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
  const form = useForm<V>({ initialValues });
  const [complaint, complain] = useState<string>();
  const [isSending, setSending] = useState(false);
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
  return { ...form, complaint, isSending, send };
}

function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
