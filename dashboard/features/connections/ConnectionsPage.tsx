import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { filterWholeList } from '../../api/list.ts';
import { ConfirmDialog } from '../../components/ConfirmDialog.tsx';
import type { EmptyStateProps } from '../../components/EmptyState.tsx';
import { ListPage, type Filter } from '../../components/ListPage.tsx';
import { useUrlState } from '../../hooks/useUrlState.ts';
import { connectionsQuery, useDisconnectApp, type AppConnection } from './api.ts';
import { connectionColumns } from './columns.tsx';
import { t } from '../../language/t.ts';

export function ConnectionsPage() {
  const { state } = useUrlState();
  const query = useQuery({
    ...connectionsQuery,
    select: (page) => filterWholeList(page, state, { search: ({ name }) => name }),
  });
  const [leaving, setLeaving] = useState<AppConnection>();
  return (
    <ListPage
      title={t('Connected apps')}
      about={t('Apps with access to this account, and their scopes.')}
      filters={FILTERS}
      query={query}
      columns={connectionColumns(setLeaving)}
      rowKey={({ client_id }) => client_id}
      empty={EMPTY}
    >
      {leaving && <Disconnect from={leaving} onClose={() => setLeaving(undefined)} />}
    </ListPage>
  );
}

const FILTERS: readonly Filter[] = [{ kind: 'search', name: 'search', label: t('Name') }];

const EMPTY: EmptyStateProps = {
  icon: 'connections',
  title: t('No connected apps'),
  text: t('Apps appear here after an admin allows them to access this account.'),
};

function Disconnect({ from: { client_id, name }, onClose }: { from: AppConnection; onClose: () => void }) {
  const { mutate, isPending } = useDisconnectApp(onClose);
  return (
    <ConfirmDialog
      title={t('Disconnect {name}?', { name })}
      text={t(
        'All tokens of the app for this account stop working immediately, and its endpoints receive no more events. An admin must allow the app again before you can use it.',
      )}
      verb={t('Disconnect')}
      isBusy={isPending}
      onConfirm={() => mutate(client_id)}
      onClose={onClose}
    />
  );
}
