/*
 * Forms have no validation rules in the browser, because the server's rules are the only source. The server reports
 * the path of the invalid member; this hook shows the error at the field for that path, or above the buttons if no
 * field matches.
 */
import { useForm, type UseFormReturnType } from '@mantine/form';
import { useState, type FormEvent } from 'react';
import { isTransient, ApiError } from '../api/client.ts';
import { capitalized, FIELD_LABELS, type FieldName } from '../api/labels.ts';
import { t } from '../language/t.ts';
import { useDraft, type RestoredDraft } from './useDraft.ts';

type FieldOf<V> = keyof V & FieldName;
type Kind = Parameters<UseFormReturnType<object>['getInputProps']>[1];

export type ServerForm<V> = UseFormReturnType<V> & {
  /** The properties of a field's input. Its error disappears when the value changes. */
  field: (
    name: FieldOf<V>,
    kind?: Kind,
  ) => ReturnType<UseFormReturnType<V>['getInputProps']> & { label: string };
  /** The server's error that belongs to no field. */
  formError: string | undefined;
  isSending: boolean;
  send: (event: FormEvent<HTMLFormElement>) => void;
  /** Sends a request and shows its error in the form. */
  run: (request: () => Promise<unknown>) => Promise<void>;
  draft: FormDraft;
};

/** The unsent input of a form. */
export type FormDraft = {
  restored: RestoredDraft | undefined;
  /** True if leaving the form would lose input, so the user must confirm it. */
  isAtRisk: () => boolean;
  /** Deletes the draft and resets the form. */
  discard: () => void;
};

type FormOptions = {
  /** Keeps the unsent input in this browser. Names the form and the record, such as `task 01J…`. */
  draft?: string;
};

/** Returns a form that the server validates; an error is shown at the field that it names. */
export function useServerForm<V extends Record<string, unknown>>(
  initialValues: V,
  submit: (values: V) => Promise<unknown>,
  options: FormOptions = {},
): ServerForm<V> {
  const [formError, setFormError] = useState<string>();
  const draft = useDraft(options.draft, initialValues);
  const form = useForm<V>({
    initialValues: draft.start,
    onValuesChange: (values) => {
      setFormError(undefined);
      draft.keep(values);
    },
  });
  const [isSending, setSending] = useState(false);
  const run = async (request: () => Promise<unknown>) => {
    setFormError(undefined);
    setSending(true);
    draft.isSending(true);
    try {
      await request();
      draft.drop();
    } catch (error) {
      draft.keep(form.getValues());
      const fault = error instanceof ApiError ? error.fault : undefined;
      const field = fault && fieldOf(fault.path, form.getValues());
      if (fault && field !== undefined) form.setFieldError(field, capitalized(fault.rule));
      else setFormError(formErrorText(error));
    } finally {
      setSending(false);
      draft.isSending(false);
    }
  };
  const send = form.onSubmit((values) => run(() => submit(values)));
  const discard = () => {
    form.setInitialValues(initialValues);
    form.reset();
    draft.drop();
  };
  const field: ServerForm<V>['field'] = (name, kind) => ({
    label: FIELD_LABELS[name],
    ...form.getInputProps(name, kind),
  });
  return {
    ...form,
    reset: discard,
    field,
    formError,
    isSending,
    send,
    run,
    draft: { restored: draft.restored, isAtRisk: draft.isAtRisk, discard },
  };
}

/** Returns the text of an error. The form always keeps its input; the text says so when the user may doubt it. */
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

/** Members of the request body that appear as a field with another name. */
const NESTED: Record<string, string> = {
  'auth_header.name': 'header',
  'auth_header.value': 'header_value',
  auth_header: 'header',
};

/** Returns the field for an error path such as `title`, `redirect_uris.0` or `config.url`. */
function fieldOf(path: readonly string[], values: object): string | undefined {
  const [first = '', ...rest] = path;
  if (Object.hasOwn(values, first) && first !== 'config') return first;
  const nested = rest.join('.');
  return [NESTED[nested], rest[0]].find((name) => name !== undefined && Object.hasOwn(values, name));
}
