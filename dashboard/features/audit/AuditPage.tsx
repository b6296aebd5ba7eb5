import { useQuery } from '@tanstack/react-query';
import type { EmptyStateProps } from '../../components/EmptyState.tsx';
import { ExportButton } from '../../components/ExportButton.tsx';
import { ListPage, usePage, type Filter } from '../../components/ListPage.tsx';
import type { ViewList } from '../../components/savedViews.ts';
import { useUrlState } from '../../hooks/useUrlState.ts';
import { ALL_USER_SOURCE } from '../people/api.ts';
import { auditQuery } from './api.ts';
import { AUDIT_COLUMNS } from './columns.tsx';
import { TARGET_KIND_OPTIONS } from './labels.ts';
import { t } from '../../language/t.ts';

export function AuditPage() {
  const { state } = useUrlState();
  const query = useQuery(auditQuery({ ...state, ...usePage() }));
  return (
    <ListPage
      title={t('Audit log')}
      about={t('Changes in this account: who, what and when. Entries are never changed or removed.')}
      filters={FILTERS}
      views={VIEWS}
      end={<ExportButton path="/audit.csv" filter={state} />}
      query={query}
      columns={AUDIT_COLUMNS}
      rowKey={({ id }) => id}
      empty={EMPTY}
    />
  );
}

const VIEWS: ViewList = { list: 'audit', builtIn: [] };

const EMPTY: EmptyStateProps = {
  icon: 'audit',
  title: t('No entries yet'),
  text: t('Changes of access, people, keys, apps and settings of this account appear here.'),
};

const FILTERS: readonly Filter[] = [
  { kind: 'select', name: 'action', label: t('Area'), options: TARGET_KIND_OPTIONS },
  { kind: 'record', name: 'actor_id', label: t('Person'), source: ALL_USER_SOURCE },
  { kind: 'search', name: 'name', label: t('Object name') },
  { kind: 'text', name: 'target_id', label: t('Object id') },
  { kind: 'date', name: 'from', label: t('From') },
  { kind: 'date', name: 'to', label: t('To') },
];
