import { Button } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { ConfirmDialog } from '../../components/ConfirmDialog.tsx';
import { DeedsMenu } from '../../components/DeedsMenu.tsx';
import { Icon } from '../../components/Icon.tsx';
import { lazily } from '../../components/lazily.tsx';
import { useDeleteApp, useRotateAppSecret, type AppSecret, type OAuthApp } from './api.ts';

const EditApp = lazily(async () => (await import('./AppForm.tsx')).EditApp);
const AppSecretDialog = lazily(async () => (await import('./AppSecretDialog.tsx')).AppSecretDialog);

type Deed = 'edit' | 'rotate' | 'delete';

export function AppActions({ app }: { app: OAuthApp }) {
  const [deed, setDeed] = useState<Deed>();
  const [made, setMade] = useState<AppSecret>();
  const done = () => setDeed(undefined);
  return (
    <>
      <Button variant="default" leftSection={<Icon name="edit" size={16} />} onClick={() => setDeed('edit')}>
        Edit
      </Button>
      <DeedsMenu
        of={app.name}
        deeds={[
          { label: 'Rotate secret', icon: 'rotate', onClick: () => setDeed('rotate') },
          { label: 'Delete app', icon: 'trash', is_destructive: true, onClick: () => setDeed('delete') },
        ]}
      />
      {deed === 'edit' && <EditApp app={app} onClose={done} />}
      {deed === 'rotate' && <RotateSecret app={app} onClose={done} onMade={setMade} />}
      {deed === 'delete' && <DeleteApp app={app} onClose={done} />}
      {made && (
        <AppSecretDialog title="The new client secret" made={made} onClose={() => setMade(undefined)} />
      )}
    </>
  );
}

type RotateProps = { app: OAuthApp; onClose: () => void; onMade: (made: AppSecret) => void };

function RotateSecret({ app, onClose, onMade }: RotateProps) {
  const { mutate, isPending } = useRotateAppSecret(app.client_id, (made) => {
    onClose();
    onMade(made);
  });
  return (
    <ConfirmDialog
      title="Rotate the client secret?"
      text="The old secret stops working at once: until your servers have the new one, they cannot exchange codes or refresh tokens. Tokens that are out keep working."
      verb="Rotate secret"
      isOpen
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
      title={`Delete ${app.name}?`}
      text="Every account that connected it is disconnected, and all of its tokens stop working at once. This cannot be undone."
      verb="Delete app"
      isOpen
      isBusy={isPending}
      onConfirm={() => mutate()}
      onClose={onClose}
    />
  );
}
