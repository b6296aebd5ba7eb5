import { useQuery } from '@tanstack/react-query';
import { ListBody, type Column } from '../../components/ListPage.tsx';
import { RelativeTime } from '../../components/RelativeTime.tsx';
import { ScopeList } from '../../components/ScopeList.tsx';
import { connectedAccountsQuery, type ConnectedAccount, type OAuthApp } from './api.ts';
import { t } from '../../language/t.ts';

export function ConnectedAccounts({ app }: { app: OAuthApp }) {
  const query = useQuery(connectedAccountsQuery(app.client_id));
  return (
    <ListBody
      title={t('Connected accounts')}
      query={query}
      columns={COLUMNS}
      rowKey={({ account_name, connected_at }) => `${account_name} ${connected_at}`}
      empty={EMPTY}
    />
  );
}

const EMPTY = {
  icon: 'accounts',
  title: t('No connected accounts yet'),
  text: t('Connect your own account first. Open the URL on the tab “Authorize URL”.'),
} as const;

const COLUMNS: readonly Column<ConnectedAccount>[] = [
  {
    key: 'account',
    label: t('Account'),
    cell: ({ account_name, is_own }) => `${account_name ?? t('Another account')}${is_own ? ' (yours)' : ''}`,
  },
  { key: 'scopes', label: t('Scopes'), cell: ({ scopes }) => <ScopeList scopes={scopes} /> },
  {
    key: 'connected',
    label: t('Connected'),
    cell: ({ connected_at }) => <RelativeTime time={connected_at} />,
  },
  {
    key: 'lastUsed',
    label: t('Last used'),
    cell: ({ last_used_at }) => <RelativeTime time={last_used_at} none={t('Never')} />,
  },
];
