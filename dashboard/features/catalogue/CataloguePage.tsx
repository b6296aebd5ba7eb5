import { Kbd } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMay } from '../../api/me.ts';
import type { EmptyStateProps } from '../../components/EmptyState.tsx';
import { ListPage, usePage, type Filter } from '../../components/ListPage.tsx';
import { TabStrip } from '../../components/TabStrip.tsx';
import { useUrlState } from '../../hooks/useUrlState.ts';
import { lazyComponent } from '../../hooks/lazyComponent.tsx';
import { useSelection } from '../../hooks/useSelection.ts';
import { proceduresQuery, type CatalogueProcedure } from './api.ts';
import classes from './Catalogue.module.css';
import { ProcedureReviewList } from './ProcedureReviewList.tsx';
import { t } from '../../language/t.ts';
import { T } from '../../language/T.tsx';

const ProceduresBulkBar = lazyComponent(
  async () => (await import('./ProceduresBulkBar.tsx')).ProceduresBulkBar,
);

const ABOUT = t(
  'A procedure is one step that a trainer recorded on glasses. Trainees see approved procedures only.',
);

export function CataloguePage() {
  const { state, change } = useUrlState();
  const may = useMay();
  const shown = state['status'] ?? 'pending';
  const status = shown === 'all' ? undefined : shown;
  const filter = { status, search: state['search'] };
  const query = useQuery(proceduresQuery({ ...filter, ...usePage() }));
  const selection = useSelection<CatalogueProcedure>(
    query.data?.rows ?? [],
    ROWS,
    `${shown} ${filter.search ?? ''}`,
  );
  const canReview = may('PATCH /procedures');
  const tabs = STATUSES.map(({ value, label }) => ({
    key: value,
    label,
    isCurrent: value === shown,
    onChoose: () => change({ status: value === 'pending' ? undefined : value, offset: undefined }, 'push'),
  }));
  return (
    <ListPage
      title={t('Catalogue')}
      about={ABOUT}
      tabs={<TabStrip label={t('Status')} tabs={tabs} />}
      filters={FILTERS}
      above={canReview && query.data?.rows.length ? <KeyHints /> : undefined}
      query={query}
      columns={SHAPE}
      rowKey={({ id }) => id}
      show={(rows) => (
        <ProcedureReviewList
          rows={rows}
          canReview={canReview}
          selection={canReview ? selection : undefined}
          linkedId={state['procedure']}
        />
      )}
      empty={EMPTY[shown] ?? NONE}
    >
      {canReview && selection.isUsed && (
        <ProceduresBulkBar selection={selection} page={query.data} filter={filter} />
      )}
    </ListPage>
  );
}

const FILTERS: readonly Filter[] = [{ kind: 'search', name: 'search', label: t('Search titles') }];

const ROWS = { keyOf: ({ id }: CatalogueProcedure) => id, nameOf: ({ title }: CatalogueProcedure) => title };

/** The columns of the loading skeleton. */
const SHAPE = [
  { key: 'procedure', label: t('Procedure'), cell: () => null },
  { key: 'status', label: t('Status'), cell: () => null },
];

const STATUSES = [
  { value: 'pending', label: t('Awaiting review') },
  { value: 'approved', label: t('Approved') },
  { value: 'rejected', label: t('Rejected') },
  { value: 'all', label: t('All') },
];

function KeyHints() {
  return (
    <p className={classes['hints']}>
      <T
        text="{j} {k} move {a} approve {r} reject {o} open the session"
        j={<Kbd size="xs">j</Kbd>}
        k={<Kbd size="xs">k</Kbd>}
        a={<Kbd size="xs">a</Kbd>}
        r={<Kbd size="xs">r</Kbd>}
        o={<Kbd size="xs">o</Kbd>}
      />
    </p>
  );
}

const NONE: EmptyStateProps = {
  icon: 'catalogue',
  title: t('No procedures yet'),
  text: t('When a trainer ends a session, each recorded step appears here as a procedure.'),
};

const EMPTY: Record<string, EmptyStateProps> = {
  pending: {
    icon: 'circleCheck',
    title: t('All procedures have been reviewed'),
    text: t('New procedures appear here for review when a trainer ends a session.'),
  },
  approved: { ...NONE, title: t('No approved procedures yet') },
  rejected: {
    icon: 'catalogue',
    title: t('No rejected procedures'),
    text: t('Rejected procedures stay here with the reason. You can approve them later.'),
  },
};
