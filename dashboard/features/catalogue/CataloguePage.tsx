import { Kbd, SegmentedControl } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMay } from '../../api/me.ts';
import type { Empty } from '../../components/EmptyState.tsx';
import { ListPage, usePage } from '../../components/ListPage.tsx';
import { useUrl } from '../../components/useUrl.ts';
import { proceduresQuery } from './api.ts';
import classes from './Catalogue.module.css';
import { ReviewList } from './ReviewList.tsx';

const ABOUT =
  'What trainers showed on the glasses, step by step. Approved procedures are what others learn from.';

export function CataloguePage() {
  const { state, change } = useUrl();
  const may = useMay();
  const shown = state['status'] ?? 'pending';
  const status = shown === 'all' ? undefined : shown;
  const query = useQuery(proceduresQuery({ status, ...usePage() }));
  const canReview = may('PATCH /procedures');
  return (
    <ListPage
      title="Catalogue"
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

/** What the skeleton is drawn from. */
const SHAPE = [
  { label: 'Procedure', cell: () => null },
  { label: 'Status', cell: () => null },
];

const TABS = [
  { value: 'pending', label: 'To review' },
  { value: 'approved', label: 'Approved' },
  { value: 'rejected', label: 'Rejected' },
  { value: 'all', label: 'All' },
];

function Tabs({ shown, onChange }: { shown: string; onChange: (status: string | undefined) => void }) {
  return (
    <SegmentedControl
      aria-label="Status"
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
      <Kbd size="xs">j</Kbd> <Kbd size="xs">k</Kbd> move <Kbd size="xs">a</Kbd> approve <Kbd size="xs">r</Kbd>{' '}
      reject <Kbd size="xs">o</Kbd> open the session
    </p>
  );
}

const NONE: Empty = {
  icon: 'catalogue',
  title: 'No procedures yet',
  text: 'They come with the end of a trainer’s session: each step that was shown becomes one.',
};

const EMPTY: Record<string, Empty> = {
  pending: {
    icon: 'circleCheck',
    title: 'Everything is reviewed',
    text: 'New procedures come with the end of a trainer’s session and wait here for somebody to look at them.',
  },
  approved: { ...NONE, title: 'Nothing is approved yet' },
  rejected: {
    icon: 'catalogue',
    title: 'Nothing was turned down',
    text: 'What you reject stays here with its reason, and may be approved later.',
  },
};
