import { Button } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { ConfirmDialog } from '../../components/ConfirmDialog.tsx';
import { ActionsMenu } from '../../components/ActionsMenu.tsx';
import { Icon } from '../../components/Icon.tsx';
import { lazyComponent } from '../../hooks/lazyComponent.tsx';
import { useDeleteApp, useRotateAppSecret, type AppCredentials, type OAuthApp } from './api.ts';
import { t } from '../../language/t.ts';

const EditApp = lazyComponent(async () => (await import('./AppForm.tsx')).EditApp);
const AppSecretDialog = lazyComponent(async () => (await import('./AppSecretDialog.tsx')).AppSecretDialog);

type Action = 'edit' | 'rotate' | 'delete';

export function AppActions({ app }: { app: OAuthApp }) {
  const [action, setAction] = useState<Action>();
  const [made, setMade] = useState<AppCredentials>();
  const done = () => setAction(undefined);
  return (
    <>
      <Button
        variant="default"
        leftSection={<Icon name="edit" size={16} />}
        onClick={() => setAction('edit')}
      >
        {t('Edit')}
      </Button>
      <ActionsMenu
        of={app.name}
        actions={[
          { label: t('Rotate secret'), icon: 'rotate', onClick: () => setAction('rotate') },
          { label: t('Delete app'), icon: 'trash', isDestructive: true, onClick: () => setAction('delete') },
        ]}
      />
      {action === 'edit' && <EditApp app={app} onClose={done} />}
      {action === 'rotate' && <RotateSecret app={app} onClose={done} onMade={setMade} />}
      {action === 'delete' && <DeleteApp app={app} onClose={done} />}
      {made && (
        <AppSecretDialog
          title={t('New client secret')}
          credentials={made}
          onClose={() => setMade(undefined)}
        />
      )}
    </>
  );
}

type RotateProps = { app: OAuthApp; onClose: () => void; onMade: (made: AppCredentials) => void };

function RotateSecret({ app, onClose, onMade }: RotateProps) {
  const { mutate, isPending } = useRotateAppSecret(app.client_id, (made) => {
    onClose();
    onMade(made);
  });
  return (
    <ConfirmDialog
      title={t('Rotate the client secret?')}
      text={t(
        'The old secret stops working immediately. Your servers cannot exchange codes or refresh tokens until they have the new secret. Existing tokens keep working.',
      )}
      verb={t('Rotate secret')}
      isBusy={isPending}
      onConfirm={() => mutate()}
      onClose={onClose}
    />
  );
}

function DeleteApp({ app, onClose }: { app: OAuthApp; onClose: () => void }) {
  const navigate = useNavigate();
  const { mutate, isPending } = useDeleteApp(app.client_id, () => void navigate({ to: '/apps' }));
  return (
    <ConfirmDialog
      title={t('Delete {name}?', { name: app.name })}
      text={t(
        'All accounts that connected the app are disconnected, and all of its tokens stop working immediately. This cannot be undone.',
      )}
      verb={t('Delete app')}
      isBusy={isPending}
      onConfirm={() => mutate()}
      onClose={onClose}
    />
  );
}
