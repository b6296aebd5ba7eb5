import '@mantine/core/styles/SegmentedControl.layer.css';
import '@mantine/core/styles/FloatingIndicator.layer.css';
import { Kbd, SegmentedControl } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMay } from '../../api/me.ts';
import type { EmptyStateProps } from '../../components/EmptyState.tsx';
import { ListPage, usePage } from '../../components/ListPage.tsx';
import { useUrlState } from '../../hooks/useUrlState.ts';
import { proceduresQuery } from './api.ts';
import classes from './Catalogue.module.css';
import { ReviewList } from './ReviewList.tsx';
import { t } from '../../language/t.ts';
import { T } from '../../language/T.tsx';

const ABOUT = t(
  'Procedures that trainers recorded on glasses, step by step. Trainees see approved procedures only.',
);

export function CataloguePage() {
  const { state, change } = useUrlState();
  const may = useMay();
  const shown = state['status'] ?? 'pending';
  const status = shown === 'all' ? undefined : shown;
  const query = useQuery(proceduresQuery({ status, ...usePage() }));
  const canReview = may('PATCH /procedures');
  return (
    <ListPage
      title={t('Catalogue')}
      about={ABOUT}
      end={<Tabs shown={shown} onChange={(next) => change({ status: next, offset: undefined })} />}
      above={canReview && query.data?.rows.length ? <KeyHints /> : undefined}
      query={query}
      columns={SHAPE}
      rowKey={({ id }) => id}
      show={(rows) => <ReviewList rows={rows} canReview={canReview} marked={state['procedure']} />}
      empty={EMPTY[shown] ?? NONE}
    />
  );
}

/** The columns of the skeleton. */
const SHAPE = [
  { label: t('Procedure'), cell: () => null },
  { label: t('Status'), cell: () => null },
];

const TABS = [
  { value: 'pending', label: t('Awaiting review') },
  { value: 'approved', label: t('Approved') },
  { value: 'rejected', label: t('Rejected') },
  { value: 'all', label: t('All') },
];

function Tabs({ shown, onChange }: { shown: string; onChange: (status: string | undefined) => void }) {
  return (
    <SegmentedControl
      aria-label={t('Status')}
      size="sm"
      value={shown}
      onChange={(next) => onChange(next === 'pending' ? undefined : next)}
      data={TABS}
    />
  );
}

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
    title: t('All procedures are reviewed'),
    text: t('New procedures appear here for review when a trainer ends a session.'),
  },
  approved: { ...NONE, title: t('No approved procedures yet') },
  rejected: {
    icon: 'catalogue',
    title: t('No rejected procedures'),
    text: t('Rejected procedures stay here with the reason. You can approve them later.'),
  },
};
