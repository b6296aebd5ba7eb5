import { Group } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { CreateButton } from '../../components/CreateButton.tsx';
import type { EmptyStateProps } from '../../components/EmptyState.tsx';
import { CopyableId } from '../../components/CopyableId.tsx';
import { ListPage, usePage, type Column, type Filter } from '../../components/ListPage.tsx';
import { RelativeTime } from '../../components/RelativeTime.tsx';
import { StatusBadge, stateLabel } from '../../components/StatusBadge.tsx';
import type { ViewList } from '../../components/savedViews.ts';
import { useUrlState } from '../../hooks/useUrlState.ts';
import { useCreateDialog } from '../../hooks/useCreateDialog.ts';
import { lazyComponent } from '../../hooks/lazyComponent.tsx';
import { AppLogo } from './AppLogo.tsx';
import { appsQuery, type AppCredentials, type OAuthApp } from './api.ts';
import { appState } from './labels.ts';
import { t } from '../../language/t.ts';

const RegisterApp = lazyComponent(async () => (await import('./AppForm.tsx')).RegisterApp);
const AppSecretDialog = lazyComponent(async () => (await import('./AppSecretDialog.tsx')).AppSecretDialog);

export function AppsPage() {
  const { search, status, sort } = useUrlState().state;
  const query = useQuery(appsQuery({ search, status, sort, ...usePage() }));
  const navigate = useNavigate();
  const registering = useCreateDialog();
  const [made, setMade] = useState<AppCredentials>();
  useHotkeys([['c', registering.open]]);
  const open = (clientId: string) => void navigate({ to: '/apps/$clientId', params: { clientId } });
  const register = <CreateButton label={t('Register app')} onClick={registering.open} />;
  return (
    <ListPage
      title={t('Apps')}
      about={t(
        'Your apps. Accounts connect them through OAuth. Apps in development work with your own account only. Reviewed apps work with all accounts.',
      )}
      guide="oauth"
      actions={register}
      filters={FILTERS}
      views={VIEWS}
      query={query}
      columns={COLUMNS}
      rowKey={({ client_id }) => client_id}
      onOpen={({ client_id }) => open(client_id)}
      empty={{ ...EMPTY, action: register }}
    >
      {registering.isOpen && <RegisterApp onClose={registering.close} onMade={setMade} />}
      {made && (
        <AppSecretDialog
          title={t('App registered')}
          credentials={made}
          onClose={() => open(made.client_id)}
        />
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

const STATUSES = ['in_review', 'development', 'active', 'suspended'] as const;

const FILTERS: readonly Filter[] = [
  { kind: 'search', name: 'search', label: t('Name or client id') },
  {
    kind: 'select',
    name: 'status',
    label: t('Status'),
    options: STATUSES.map((value) => ({ value, label: stateLabel(value) })),
  },
];

const VIEWS: ViewList = {
  list: 'app',
  builtIn: STATUSES.map((status) => ({ name: stateLabel(status), filter: { status } })),
};

const EMPTY: EmptyStateProps = {
  icon: 'apps',
  title: t('No apps yet'),
  text: t(
    'Register an app to let customers connect your product to their account. Customers choose whether to allow its scopes.',
  ),
};

const COLUMNS: readonly Column<OAuthApp>[] = [
  { key: 'name', label: t('Name'), cell: (app) => <Named app={app} />, sort: { ascending: 'name' } },
  {
    key: 'status',
    label: t('Status'),
    cell: (app) => <StatusBadge state={appState(app)} />,
    isPlainOnPhone: true,
  },
  {
    key: 'clientId',
    label: t('Client id'),
    cell: ({ client_id }) => <CopyableId id={client_id} what={t('client id')} short />,
  },
  { key: 'scopes', label: t('Scopes'), cell: ({ scopes }) => scopes.length, align: 'end' },
  {
    key: 'redirects',
    label: t('Redirect URIs'),
    cell: ({ redirect_uris }) => redirect_uris.length,
    align: 'end',
    hiddenOnPhone: true,
  },
  {
    key: 'registered',
    label: t('Registered'),
    cell: ({ created_at }) => <RelativeTime time={created_at} />,
    sort: { descending: '' },
  },
];
