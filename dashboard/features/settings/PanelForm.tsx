import '@mantine/core/styles/Alert.layer.css';
import { Alert, Button, Group, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { DraftNotice } from '../../components/DraftNotice.tsx';
import type { ServerForm } from '../../hooks/useServerForm.ts';
import type { Label } from '../../language/t.ts';

type PanelFormProps<V> = { form: ServerForm<V>; verb: Label; children: ReactNode };

/** The form of a panel. Its button is disabled until all fields have a value. */
export function PanelForm<V extends Record<string, unknown>>({ form, verb, children }: PanelFormProps<V>) {
  return (
    <form onSubmit={form.send} noValidate>
      <Stack gap="sm" maw={360}>
        <DraftNotice draft={form.draft} />
        {children}
        {form.formError && (
          <Alert color="red" variant="light" role="alert">
            {form.formError}
          </Alert>
        )}
        <Group>
          <Button
            type="submit"
            variant="default"
            loading={form.isSending}
            disabled={Object.values(form.values).includes('')}
          >
            {verb}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
