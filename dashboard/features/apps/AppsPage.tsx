import { Button, Group } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { EmptyStateProps } from '../../components/EmptyState.tsx';
import { Icon } from '../../components/Icon.tsx';
import { Id } from '../../components/Id.tsx';
import { ListPage, type Column } from '../../components/ListPage.tsx';
import { RelativeTime } from '../../components/RelativeTime.tsx';
import { StatusBadge } from '../../components/StatusBadge.tsx';
import { useCreateDialog } from '../../hooks/useCreateDialog.ts';
import { lazyComponent } from '../../hooks/lazyComponent.tsx';
import { AppLogo } from './AppLogo.tsx';
import { appsQuery, type AppSecret, type OAuthApp } from './api.ts';
import { appState } from './labels.ts';
import { t } from '../../language/t.ts';

const RegisterApp = lazyComponent(async () => (await import('./AppForm.tsx')).RegisterApp);
const AppSecretDialog = lazyComponent(async () => (await import('./AppSecretDialog.tsx')).AppSecretDialog);

export function AppsPage() {
  const query = useQuery(appsQuery);
  const navigate = useNavigate();
  const registering = useCreateDialog();
  const [made, setMade] = useState<AppSecret>();
  useHotkeys([['c', registering.open]]);
  const open = (clientId: string) => void navigate({ to: '/apps/$clientId', params: { clientId } });
  const register = (
    <Button onClick={registering.open} leftSection={<Icon name="plus" size={16} />}>
      {t('Register app')}
    </Button>
  );
  return (
    <ListPage
      title={t('Apps')}
      about={t(
        'Your apps, which accounts connect with OAuth. Apps in development work with your own account only. Reviewed apps work with all accounts.',
      )}
      guide="oauth"
      actions={register}
      query={query}
      columns={COLUMNS}
      rowKey={({ client_id }) => client_id}
      onOpen={({ client_id }) => open(client_id)}
      empty={{ ...EMPTY, action: register }}
    >
      {registering.isOpen && <RegisterApp onClose={registering.close} onMade={setMade} />}
      {made && (
        <AppSecretDialog title={t('App registered')} made={made} onClose={() => open(made.client_id)} />
      )}
    </ListPage>
  );
}

function Named({ app }: { app: OAuthApp }) {
  return (
    <Group component="span" gap={10} wrap="nowrap">
      <AppLogo app={app} />
      {app.name}
    </Group>
  );
}

const EMPTY: EmptyStateProps = {
  icon: 'apps',
  title: t('No apps yet'),
  text: t(
    'Register an app to let customers connect your product to their account. Customers choose whether to allow its scopes.',
  ),
};

const COLUMNS: readonly Column<OAuthApp>[] = [
  { label: t('Name'), cell: (app) => <Named app={app} /> },
  { label: t('Status'), cell: (app) => <StatusBadge state={appState(app)} /> },
  { label: t('Client id'), cell: ({ client_id }) => <Id id={client_id} what={t('client id')} short /> },
  { label: t('Scopes'), cell: ({ scopes }) => scopes.length, align: 'end' },
  {
    label: t('Redirects'),
    cell: ({ redirect_uris }) => redirect_uris.length,
    align: 'end',
    hiddenOnPhone: true,
  },
  { label: t('Registered'), cell: ({ created_at }) => <RelativeTime time={created_at} /> },
];
