import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import type { EmptyStateProps } from '../../components/EmptyState.tsx';
import { Icon } from '../../components/Icon.tsx';
import { ListPage, type Column } from '../../components/ListPage.tsx';
import { RelativeTime } from '../../components/RelativeTime.tsx';
import { useUrlState } from '../../hooks/useUrlState.ts';
import { lazyComponent } from '../../hooks/lazyComponent.tsx';
import { bundlesQuery, type Bundle } from './api.ts';
import { t } from '../../language/t.ts';

const BundleDrawer = lazyComponent(async () => (await import('./BundleDrawer.tsx')).BundleDrawer);
const EditBundle = lazyComponent(async () => (await import('./EditBundle.tsx')).EditBundle);

const COLUMNS: readonly Column<Bundle>[] = [
  { label: t('Bundle'), cell: ({ name }) => name },
  { label: t('Skills'), cell: ({ skills }) => namesOf(skills) },
  { label: t('Collections'), cell: ({ collections }) => namesOf(collections) },
  { label: t('Procedures'), cell: ({ procedures }) => procedures.length, align: 'end', hiddenOnPhone: true },
  { label: t('Accounts'), cell: ({ accounts }) => accounts, align: 'end' },
  { label: t('Changed'), cell: ({ updated_at }) => <RelativeTime time={updated_at} />, hiddenOnPhone: true },
];

const EMPTY: EmptyStateProps = {
  icon: 'bundle',
  title: t('No bundles yet'),
  text: t(
    'Combine skills and collections of the platform in a bundle, then allocate it to accounts or seats.',
  ),
};

export function BundlesPage() {
  const { state, change } = useUrlState();
  const query = useQuery(bundlesQuery);
  const [isCreating, creating] = useDisclosure();
  const bundle = query.data?.rows.find(({ id }) => id === state['bundle']);
  const create = (
    <Button onClick={creating.open} leftSection={<Icon name="plus" size={16} />}>
      {t('New bundle')}
    </Button>
  );
  return (
    <ListPage
      title={t('Bundles')}
      about={t(
        'Skills and documents that the platform provides to customers. Allocate bundles on the page of an account.',
      )}
      actions={create}
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
