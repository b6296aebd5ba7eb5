import { Textarea, TextInput } from '@mantine/core';
import { FormDialog } from '../../components/FormDialog.tsx';
import { useEditForm } from '../../hooks/useEditForm.tsx';
import { useServerForm, type ServerForm } from '../../hooks/useServerForm.ts';
import { ScopeField } from '../keys/ScopeField.tsx';
import { useChangeApp, useRegisterApp, type AppCredentials, type OAuthApp, type Scope } from './api.ts';
import { t } from '../../language/t.ts';

type AppValues = {
  name: string;
  description: string;
  homepage: string;
  /** The redirect URIs, one per line. */
  redirect_uris: string;
  scopes: Scope[];
};

type RegisterAppProps = { onClose: () => void; onMade: (made: AppCredentials) => void };

export function RegisterApp({ onClose, onMade }: RegisterAppProps) {
  const { mutateAsync } = useRegisterApp((made) => {
    onClose();
    onMade(made);
  });
  const form = useServerForm<AppValues>(
    { name: '', description: '', homepage: '', redirect_uris: '', scopes: ['read:tasks'] },
    (values) => mutateAsync(asSent(values)),
    { draft: 'app' },
  );
  return (
    <FormDialog title={t('Register an app')} verb={t('Register app')} onClose={onClose} form={form} size="lg">
      <AppFields form={form} />
    </FormDialog>
  );
}

export function EditApp({ app, onClose }: { app: OAuthApp; onClose: () => void }) {
  const { name, description, homepage, redirect_uris, scopes } = app;
  const { mutateAsync } = useChangeApp(app.client_id, onClose);
  const form = useEditForm({
    draft: `app ${app.client_id}`,
    stored: { name, description, homepage, redirect_uris, scopes },
    toValues: (stored): AppValues => ({ ...stored, redirect_uris: stored.redirect_uris.join('\n') }),
    toBody: asSent,
    save: (edit) => mutateAsync(edit),
    onUnchanged: onClose,
  });
  return (
    <>
      <FormDialog title={t('Edit {name}', { name })} verb={t('Save')} onClose={onClose} form={form} size="lg">
        <AppFields form={form} />
      </FormDialog>
      {form.conflictDialog}
    </>
  );
}

function asSent({ redirect_uris, ...values }: AppValues) {
  const uris = redirect_uris
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  return { ...values, redirect_uris: uris };
}

function AppFields({ form }: { form: ServerForm<AppValues> }) {
  return (
    <>
      <TextInput
        description={t('Shown to customers when they connect the app.')}
        placeholder="Planner"
        required
        data-autofocus
        {...form.field('name')}
      />
      <TextInput
        placeholder={t('Keeps work orders in sync with your planning board.')}
        {...form.field('description')}
      />
      <TextInput placeholder="https://example.com" {...form.field('homepage')} />
      <Textarea
        description={t('One URI per line, matched exactly: https, http on localhost, or a private scheme.')}
        placeholder="https://example.com/oauth/callback"
        required
        autosize
        minRows={2}
        {...form.field('redirect_uris')}
      />
      <ScopeField
        chosen={form.values.scopes}
        onChange={(scopes) => form.setFieldValue('scopes', scopes)}
        error={form.errors['scopes']}
      />
    </>
  );
}
