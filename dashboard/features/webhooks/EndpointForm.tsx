import '@mantine/core/styles/Checkbox.layer.css';
import '@mantine/core/styles/InlineInput.layer.css';
import { Checkbox, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { FormDialog } from '../../components/FormDialog.tsx';
import { useEditForm } from '../../hooks/useEditForm.tsx';
import { useServerForm, type ServerForm } from '../../hooks/useServerForm.ts';
import {
  useAddEndpoint,
  useChangeEndpoint,
  endpointRequestBody,
  type Endpoint,
  type EndpointFormValues,
  type SubscribeAnswer,
} from './api.ts';
import { SendTestEvent } from './SendTestEvent.tsx';
import { EVENT_DESCRIPTIONS, isEventType } from './labels.ts';
import { t } from '../../language/t.ts';

type AddEndpointProps = { onClose: () => void; onMade: (made: { id: string }) => void };

/** Adds an endpoint, then offers to test it in the same dialog. */
export function AddEndpoint({ onClose, onMade }: AddEndpointProps) {
  const [made, setMade] = useState<SubscribeAnswer>();
  const { mutateAsync } = useAddEndpoint(setMade);
  const form = useServerForm<EndpointFormValues>(
    { name: '', url: '', events: ['task.created'] },
    (values) => mutateAsync(values),
    { draft: 'endpoint' },
  );
  if (made)
    return (
      <SendTestEvent
        endpoint={made}
        onDone={() => {
          onClose();
          onMade(made);
        }}
      />
    );
  return (
    <FormDialog title={t('Add an endpoint')} verb={t('Add endpoint')} onClose={onClose} form={form}>
      <EndpointFields form={form} />
    </FormDialog>
  );
}

export function EditEndpoint({ endpoint, onClose }: { endpoint: Endpoint; onClose: () => void }) {
  const { name, url, events } = endpoint;
  const { mutateAsync } = useChangeEndpoint(endpoint.id, onClose);
  const form = useEditForm({
    draft: `endpoint ${endpoint.id}`,
    stored: { name, url, events },
    toValues: (stored): EndpointFormValues => ({ ...stored, name: stored.name ?? '' }),
    toBody: endpointRequestBody,
    save: (edit) => mutateAsync(edit),
    onUnchanged: onClose,
  });
  return (
    <>
      <FormDialog title={t('Edit endpoint')} verb={t('Save')} onClose={onClose} form={form}>
        <EndpointFields form={form} />
      </FormDialog>
      {form.conflictDialog}
    </>
  );
}

function EndpointFields({ form }: { form: ServerForm<EndpointFormValues> }) {
  return (
    <>
      <TextInput
        description={t('A public https URL. Waiting deliveries are sent to the new URL too.')}
        placeholder="https://example.com/hooks/tenant-ops"
        required
        data-autofocus
        {...form.field('url')}
      />
      <TextInput
        description={t('Shown in this dashboard, for example “Planning system”. Optional.')}
        maxLength={100}
        {...form.field('name')}
      />
      <Checkbox.Group
        required
        {...form.field('events')}
        onChange={(chosen) => form.setFieldValue('events', chosen.filter(isEventType))}
      >
        <Stack gap={10} mt={8}>
          {Object.entries(EVENT_DESCRIPTIONS).map(([event, when]) => (
            <Checkbox key={event} value={event} label={event} description={t('When {when}', { when })} />
          ))}
        </Stack>
      </Checkbox.Group>
    </>
  );
}
