import { Button } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { EmptyStateProps } from '../../components/EmptyState.tsx';
import { Icon } from '../../components/Icon.tsx';
import { ListPage, usePage, type Filter } from '../../components/ListPage.tsx';
import { useUrlState } from '../../hooks/useUrlState.ts';
import { useCreateDialog } from '../../hooks/useCreateDialog.ts';
import { lazyComponent } from '../../hooks/lazyComponent.tsx';
import { keysQuery, type Key, type KeyMade, useRevokeKey } from './api.ts';
import { keyColumns, type Action } from './columns.tsx';
import { RollKey } from './RollKey.tsx';
import { t } from '../../language/t.ts';
import { ConfirmDialog } from '../../components/ConfirmDialog.tsx';

const CreateKey = lazyComponent(async () => (await import('./CreateKey.tsx')).CreateKey);
const ChangeKey = lazyComponent(async () => (await import('./ChangeKey.tsx')).ChangeKey);
const KeyMadeDialog = lazyComponent(async () => (await import('./KeyMadeDialog.tsx')).KeyMadeDialog);

const FILTERS: readonly Filter[] = [
  {
    kind: 'select',
    name: 'status',
    label: t('Status'),
    options: [
      { value: 'live', label: t('Active') },
      { value: 'expired', label: t('Expired') },
      { value: 'revoked', label: t('Revoked') },
    ],
  },
];

export function KeysPage() {
  const { state } = useUrlState();
  const query = useQuery(keysQuery({ status: state['status'], ...usePage() }));
  const creating = useCreateDialog();
  const [made, setMade] = useState<KeyMade>();
  const [action, setAction] = useState<{ what: Action; key: Key }>();
  useHotkeys([['c', creating.open]]);
  const create = (
    <Button onClick={creating.open} leftSection={<Icon name="plus" size={16} />}>
      {t('Create key')}
    </Button>
  );
  const done = () => setAction(undefined);
  return (
    <ListPage
      title={t('API keys')}
      about={t(
        'Keys that programs use to call the API. A key is shown once and works until it expires or is revoked.',
      )}
      guide="quickstart"
      actions={create}
      filters={FILTERS}
      query={query}
      columns={keyColumns((what, key) => setAction({ what, key }))}
      rowKey={({ id }) => id}
      empty={{ ...EMPTY, action: create }}
    >
      {creating.isOpen && <CreateKey onClose={creating.close} onMade={setMade} />}
      {action?.what === 'change' && <ChangeKey of={action.key} onClose={done} />}
      {action?.what === 'revoke' && <RevokeKey of={action.key} onClose={done} />}
      {action?.what === 'roll' && <RollKey of={action.key} onClose={done} onMade={setMade} />}
      {made && <KeyMadeDialog made={made} onClose={() => setMade(undefined)} />}
    </ListPage>
  );
}

const EMPTY: EmptyStateProps = {
  icon: 'keys',
  title: t('No API keys yet'),
  text: t('Create a key with the scopes that your program needs. You then get a first request to copy.'),
};

function RevokeKey({ of: key, onClose }: { of: Key; onClose: () => void }) {
  const { mutate, isPending } = useRevokeKey(onClose);
  return (
    <ConfirmDialog
      title={t('Revoke {name}?', { name: key.name })}
      text={t('Programs that use this key lose access with their next request. This cannot be undone.')}
      verb={t('Revoke key')}
      isOpen
      isBusy={isPending}
      onConfirm={() => mutate(key.id)}
      onClose={onClose}
    />
  );
}
