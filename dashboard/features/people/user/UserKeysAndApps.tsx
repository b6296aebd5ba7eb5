import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { EmptyState } from '../../../components/EmptyState.tsx';
import { ListSkeleton } from '../../../components/ListSkeleton.tsx';
import { ListTable } from '../../../components/ListTable.tsx';
import type { Column } from '../../../components/columns.ts';
import { RelativeTime } from '../../../components/RelativeTime.tsx';
import { useQueryData } from '../../../hooks/useQueryData.tsx';
import { t, type Label } from '../../../language/t.ts';
import { userKeysAndAppsQuery, type PersonAccess } from '../api.ts';

/** The active keys that the user created and the apps that the user allowed. */
export function UserKeysAndApps({ user_id }: { user_id: string }) {
  const { data, placeholder } = useQueryData(
    useQuery(userKeysAndAppsQuery(user_id)),
    <ListSkeleton columns={COLUMNS} />,
  );
  if (placeholder) return placeholder;
  const rows = accessRows(data);
  if (rows.length === 0) return <EmptyState icon="keys" title={NONE.title} text={NONE.text} />;
  return (
    <ListTable
      label={t('Keys and apps')}
      rows={rows}
      columns={COLUMNS}
      rowKey={({ kind, id }) => kind + id}
    />
  );
}

type AccessRow = {
  kind: 'key' | 'app';
  id: string;
  name: string;
  detail: Label | null;
  since: string;
  last_used_at: string | null;
};

function accessRows({ keys, apps }: PersonAccess): AccessRow[] {
  return [
    ...keys.map(({ id, name, last4, created_at, last_used_at }): AccessRow => {
      return { kind: 'key', id, name, detail: t('… {last4}', { last4 }), since: created_at, last_used_at };
    }),
    ...apps.map(({ client_id, name, endpoints, allowed_at, last_used_at }): AccessRow => {
      const detail =
        endpoints === 0
          ? null
          : t('with {endpoints, plural, one {# endpoint} other {# endpoints}}', { endpoints });
      return { kind: 'app', id: client_id, name, detail, since: allowed_at, last_used_at };
    }),
  ];
}

const COLUMNS: readonly Column<AccessRow>[] = [
  {
    key: 'name',
    label: t('Name'),
    cell: ({ kind, name, detail }) => (
      <>
        <Link to={kind === 'key' ? '/keys' : '/connections'}>{name}</Link> {detail}
      </>
    ),
  },
  {
    key: 'kind',
    label: t('Kind'),
    cell: ({ kind }) => (kind === 'key' ? t('API key') : t('App')),
  },
  {
    key: 'since',
    label: t('Since'),
    cell: ({ since }) => <RelativeTime time={since} />,
  },
  {
    key: 'lastUsed',
    label: t('Last used'),
    cell: ({ last_used_at }) => <RelativeTime time={last_used_at} none={t('Never')} />,
    align: 'end',
  },
];

const NONE = {
  title: t('No keys and no apps'),
  text: t('Active API keys that this person created and apps that they allowed appear here.'),
};
