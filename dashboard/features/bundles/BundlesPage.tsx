import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { filterWholeList } from '../../api/list.ts';
import { CreateButton } from '../../components/CreateButton.tsx';
import type { EmptyStateProps } from '../../components/EmptyState.tsx';
import { ListPage, type Column, type Filter } from '../../components/ListPage.tsx';
import { RelativeTime } from '../../components/RelativeTime.tsx';
import { useUrlState } from '../../hooks/useUrlState.ts';
import { lazyComponent } from '../../hooks/lazyComponent.tsx';
import { bundlesQuery, type Bundle } from './api.ts';
import { t } from '../../language/t.ts';

const BundleDrawer = lazyComponent(async () => (await import('./BundleDrawer.tsx')).BundleDrawer);
const EditBundle = lazyComponent(async () => (await import('./EditBundle.tsx')).EditBundle);

const COLUMNS: readonly Column<Bundle>[] = [
  { key: 'bundle', label: t('Bundle'), cell: ({ name }) => name },
  { key: 'skills', label: t('Skills'), cell: ({ skills }) => namesOf(skills) },
  { key: 'collections', label: t('Collections'), cell: ({ collections }) => namesOf(collections) },
  {
    key: 'procedures',
    label: t('Procedures'),
    cell: ({ procedures }) => procedures.length,
    align: 'end',
    hiddenOnPhone: true,
  },
  { key: 'accounts', label: t('Accounts'), cell: ({ accounts }) => accounts, align: 'end' },
  {
    key: 'changed',
    label: t('Changed'),
    cell: ({ updated_at }) => <RelativeTime time={updated_at} />,
    hiddenOnPhone: true,
  },
];

const EMPTY: EmptyStateProps = {
  icon: 'bundle',
  title: t('No bundles yet'),
  text: t(
    'Combine skills and collections of the platform in a bundle, then allocate it to accounts or seats.',
  ),
};

const FILTERS: readonly Filter[] = [{ kind: 'search', name: 'search', label: t('Name') }];

export function BundlesPage() {
  const { state, change } = useUrlState();
  const query = useQuery({
    ...bundlesQuery,
    select: (page) => filterWholeList(page, state, { search: ({ name }) => name }),
  });
  const [isCreating, creating] = useDisclosure();
  const bundle = query.data?.rows.find(({ id }) => id === state['bundle']);
  const create = <CreateButton label={t('New bundle')} onClick={creating.open} />;
  return (
    <ListPage
      title={t('Bundles')}
      about={t(
        'A bundle is a set of skills and documents of the platform. Allocate bundles on the page of an account.',
      )}
      actions={create}
      filters={FILTERS}
      query={query}
      columns={COLUMNS}
      rowKey={({ id }) => id}
      onOpen={({ id }) => change({ bundle: id }, 'push')}
      empty={{ ...EMPTY, action: create }}
    >
      {isCreating && <EditBundle onClose={creating.close} />}
      {bundle && (
        <BundleDrawer key={bundle.id} bundle={bundle} onClose={() => change({ bundle: undefined })} />
      )}
    </ListPage>
  );
}

function namesOf(named: readonly { name: string }[]): string {
  return named.map(({ name }) => name).join(', ') || '–';
}
