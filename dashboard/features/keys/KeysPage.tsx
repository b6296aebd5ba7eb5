import { useHotkeys } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { CreateButton } from '../../components/CreateButton.tsx';
import type { EmptyStateProps } from '../../components/EmptyState.tsx';
import { ListPage, usePage, type Filter } from '../../components/ListPage.tsx';
import type { ViewList } from '../../components/savedViews.ts';
import { useUrlState } from '../../hooks/useUrlState.ts';
import { useCreateDialog } from '../../hooks/useCreateDialog.ts';
import { lazyComponent } from '../../hooks/lazyComponent.tsx';
import { keysQuery, type Key, type CreatedKey, useRevokeKey, useReplaceKey } from './api.ts';
import { keyColumns, type KeyAction } from './columns.tsx';
import { t } from '../../language/t.ts';
import { ConfirmDialog } from '../../components/ConfirmDialog.tsx';

const CreateKey = lazyComponent(async () => (await import('./CreateKey.tsx')).CreateKey);
const ChangeKey = lazyComponent(async () => (await import('./ChangeKey.tsx')).ChangeKey);
const CreatedKeyDialog = lazyComponent(async () => (await import('./CreatedKeyDialog.tsx')).CreatedKeyDialog);

const STATUSES = [
  { value: 'live', label: t('Active') },
  { value: 'expired', label: t('Expired') },
  { value: 'revoked', label: t('Revoked') },
];

const FILTERS: readonly Filter[] = [
  { kind: 'search', name: 'search', label: t('Name or last characters') },
  { kind: 'select', name: 'status', label: t('Status'), options: STATUSES },
];

const VIEWS: ViewList = {
  list: 'key',
  builtIn: STATUSES.map(({ value, label }) => ({ name: label, filter: { status: value } })),
};

export function KeysPage() {
  const { state } = useUrlState();
  const { search, status } = state;
  const query = useQuery(keysQuery({ search, status, ...usePage() }));
  const creating = useCreateDialog();
  const [made, setMade] = useState<CreatedKey>();
  const [action, setAction] = useState<{ what: KeyAction; key: Key }>();
  useHotkeys([['c', creating.open]]);
  const create = <CreateButton label={t('Create key')} onClick={creating.open} />;
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
      views={VIEWS}
      query={query}
      columns={keyColumns((what, key) => setAction({ what, key }))}
      rowKey={({ id }) => id}
      empty={{ ...EMPTY, action: create }}
    >
      {creating.isOpen && <CreateKey onClose={creating.close} onMade={setMade} />}
      {action?.what === 'change' && <ChangeKey of={action.key} onClose={done} />}
      {action?.what === 'revoke' && <RevokeKey of={action.key} onClose={done} />}
      {action?.what === 'replace' && <ReplaceKeyDialog of={action.key} onClose={done} onMade={setMade} />}
      {made && <CreatedKeyDialog made={made} onClose={() => setMade(undefined)} />}
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
      isBusy={isPending}
      onConfirm={() => mutate(key.id)}
      onClose={onClose}
    />
  );
}

type ReplaceKeyDialogProps = { of: Key; onClose: () => void; onMade: (made: CreatedKey) => void };

export function ReplaceKeyDialog({ of: key, onClose, onMade }: ReplaceKeyDialogProps) {
  const { mutate, isPending } = useReplaceKey((made) => {
    onClose();
    onMade(made);
  });
  return (
    <ConfirmDialog
      title={t('Replace {name}?', { name: key.name })}
      text={t(
        'The new key has the same name, scopes, expiry and allowed IP addresses. The old key stops working immediately, so be ready to update your program.',
      )}
      verb={t('Replace key')}
      isBusy={isPending}
      onConfirm={() => mutate(key.id)}
      onClose={onClose}
    />
  );
}
