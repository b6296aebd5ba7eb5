import { Button, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useMay } from '../../api/me.ts';
import type { EmptyStateProps } from '../../components/EmptyState.tsx';
import { Icon } from '../../components/Icon.tsx';
import { Id } from '../../components/Id.tsx';
import { ListPage, usePage, type Column, type Filter } from '../../components/ListPage.tsx';
import { RelativeTime } from '../../components/RelativeTime.tsx';
import { StatusBadge } from '../../components/StatusBadge.tsx';
import { useUrlState } from '../../hooks/useUrlState.ts';
import { deletionsQuery, useRetryDeletion, type Deletion } from './api.ts';
import { t } from '../../language/t.ts';

/** The state of deleted sessions in the training app; the list updates by itself. */
export function Deletions({ about, end }: { about: ReactNode; end: ReactNode }) {
  const { state } = useUrlState();
  const query = useQuery(deletionsQuery({ state: state['state'], ...usePage() }));
  return (
    <ListPage
      title={t('Sessions')}
      about={about}
      end={end}
      filters={FILTERS}
      query={query}
      columns={COLUMNS}
      rowKey={({ session_id }) => session_id}
      empty={EMPTY}
    />
  );
}

const FILTERS: readonly Filter[] = [
  {
    kind: 'select',
    name: 'state',
    label: t('Training app'),
    options: [
      { value: 'sent', label: t('Sent') },
      { value: 'queued', label: t('Queued') },
      { value: 'failed', label: t('Failed') },
    ],
  },
];

const EMPTY: EmptyStateProps = {
  icon: 'trash',
  title: t('No deleted sessions'),
  text: t('When you delete a session, its deletion in the training app appears here.'),
};

const COLUMNS: readonly Column<Deletion>[] = [
  { label: t('Session'), cell: ({ session_id }) => <Id id={session_id} what={t('session id')} /> },
  { label: t('Training app'), cell: ({ state }) => <StatusBadge state={state} /> },
  { label: t('Answer'), cell: (deletion) => <LastAnswer of={deletion} /> },
  { label: t('Attempts'), cell: ({ attempts }) => attempts, align: 'end' },
  { label: t('Deleted'), cell: ({ deleted_at }) => <RelativeTime time={deleted_at} /> },
  { label: t('Next'), cell: (deletion) => <Next of={deletion} />, align: 'end' },
];

function LastAnswer({ of: { state, last_status, last_error, last_attempt_at } }: { of: Deletion }) {
  if (last_attempt_at === null) return t('Not sent yet');
  const answer =
    last_error === null
      ? t('Status {last_status}', { last_status: last_status ?? 'nothing' })
      : wordsOf(last_error);
  return (
    <Text span size="sm" {...(state === 'failed' && { c: 'var(--bad)' })}>
      {answer}
    </Text>
  );
}

function Next({ of: { state, session_id, due_at, sent_at } }: { of: Deletion }) {
  const { mutate, isPending } = useRetryDeletion();
  const may = useMay();
  if (state === 'sent') return <RelativeTime time={sent_at} />;
  return (
    <span style={{ display: 'inline-flex', alignItems: 'center', gap: 10 }}>
      <RelativeTime time={due_at} />
      {may('POST /deletions/retry') && (
        <Button
          size="compact-xs"
          variant="default"
          loading={isPending}
          leftSection={<Icon name="send" size={12} />}
          onClick={() => mutate(session_id)}
        >
          {t('Send now')}
        </Button>
      )}
    </span>
  );
}

/** `connection_lost` is what the log calls it. */
function wordsOf(error: string): string {
  const words = error.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
