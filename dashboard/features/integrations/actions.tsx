import { TextInput } from '@mantine/core';
import { useMe } from '../../api/me.ts';
import { CodeSnippet } from '../../components/CodeSnippet.tsx';
import { ConfirmDialog } from '../../components/ConfirmDialog.tsx';
import { FormDialog } from '../../components/FormDialog.tsx';
import { OneTimeSecretDialog } from '../../components/OneTimeSecretDialog.tsx';
import { CopyableSecret } from '../../components/CopyableSecret.tsx';
import { useServerForm } from '../../hooks/useServerForm.ts';
import {
  useCreateIntegration,
  useRevokeIntegration,
  useRotateIntegrationSecret,
  type Integration,
} from './api.ts';
import { t, verbatim } from '../../language/t.ts';

type SecretFormProps = { onClose: () => void; onMade: (secret: string) => void };

export function CreateIntegration({ onClose, onMade }: SecretFormProps) {
  const { mutateAsync } = useCreateIntegration(({ secret }) => {
    onClose();
    onMade(secret);
  });
  const form = useServerForm({ provider: '' }, (values) => mutateAsync(values), { draft: 'integration' });
  return (
    <FormDialog title={t('Add an integration')} verb={t('Add integration')} onClose={onClose} form={form}>
      <TextInput
        description={t('Shown with the tasks of this integration.')}
        placeholder="ServiceMax"
        required
        data-autofocus
        {...form.field('provider')}
      />
    </FormDialog>
  );
}

export function RotateIntegrationSecret({ of, onClose, onMade }: SecretFormProps & { of: Integration }) {
  const { mutate, isPending } = useRotateIntegrationSecret(({ secret }) => {
    onClose();
    onMade(secret);
  });
  return (
    <ConfirmDialog
      title={t('Rotate the secret of {provider}?', { provider: of.provider })}
      text={t(
        'The old secret stops working immediately. Tasks are rejected until the system uses the new secret.',
      )}
      verb={t('Rotate secret')}
      isBusy={isPending}
      onConfirm={() => mutate(of.id)}
      onClose={onClose}
    />
  );
}

export function RevokeIntegration({ of, onClose }: { of: Integration; onClose: () => void }) {
  const { mutate, isPending } = useRevokeIntegration(onClose);
  return (
    <ConfirmDialog
      title={t('Revoke {provider}?', { provider: of.provider })}
      text={t('The integration can no longer send tasks. Its existing tasks stay. This cannot be undone.')}
      verb={t('Revoke integration')}
      isBusy={isPending}
      onConfirm={() => mutate(of.id)}
      onClose={onClose}
    />
  );
}

/** Shows the secret once, with a first task to try it. */
export function IntegrationSecretDialog({ secret, onClose }: { secret: string; onClose: () => void }) {
  const { public_url } = useMe();
  const code = `curl '${public_url}/inbound/v1/tasks' \\
  -H 'Authorization: Bearer ${secret}' \\
  -H 'Content-Type: application/json' \\
  -d '{"external_id":"WO-1042","title":"Replace the filter of pump 7"}'`;
  return (
    <OneTimeSecretDialog title={t('Secret of the integration')} onClose={onClose}>
      <CopyableSecret secret={secret} what={t('secret')} />
      <CodeSnippet snippets={[{ label: verbatim('curl'), code }]} />
    </OneTimeSecretDialog>
  );
}
