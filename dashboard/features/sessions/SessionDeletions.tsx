import { Button, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { callErrorLabel } from '../../storedReasons/callErrors.ts';
import { useMay } from '../../api/me.ts';
import type { EmptyStateProps } from '../../components/EmptyState.tsx';
import { Icon } from '../../components/Icon.tsx';
import { CopyableId } from '../../components/CopyableId.tsx';
import { ListPage, usePage, type Column, type Filter } from '../../components/ListPage.tsx';
import { RelativeTime } from '../../components/RelativeTime.tsx';
import { StatusBadge } from '../../components/StatusBadge.tsx';
import { useUrlState } from '../../hooks/useUrlState.ts';
import { sessionDeletionsQuery, useRetryDeletion, type Deletion } from './api.ts';
import { t } from '../../language/t.ts';
import type { LabelContent } from '../../language/T.tsx';

/** The progress of deleted sessions at the training app, polled. */
export function SessionDeletions({ about, end }: { about: LabelContent; end: ReactNode }) {
  const { state } = useUrlState();
  const query = useQuery(sessionDeletionsQuery({ state: state['state'], ...usePage() }));
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
  {
    key: 'session',
    label: t('Session'),
    cell: ({ session_id }) => <CopyableId id={session_id} what={t('session id')} />,
  },
  { key: 'trainingApp', label: t('Training app'), cell: ({ state }) => <StatusBadge state={state} /> },
  { key: 'answer', label: t('Response'), cell: (deletion) => <LastAnswer of={deletion} /> },
  { key: 'attempts', label: t('Attempts'), cell: ({ attempts }) => attempts, align: 'end' },
  { key: 'deleted', label: t('Deleted'), cell: ({ deleted_at }) => <RelativeTime time={deleted_at} /> },
  { key: 'next', label: t('Next'), cell: (deletion) => <Next of={deletion} />, align: 'end' },
];

function LastAnswer({ of: { state, last_status, last_error, last_attempt_at } }: { of: Deletion }) {
  if (last_attempt_at === null) return t('Not sent yet');
  const answer =
    last_error === null
      ? t('Status {last_status}', { last_status: last_status ?? 'nothing' })
      : deletionErrorText(last_error);
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
          variant="subtle"
          color="gray"
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

/** Translates an entry of the log: `HTTP 400`, `blocked address 10.0.0.1`, or the code of a failed call. */
function deletionErrorText(error: string): string {
  const [, last_status] = /^HTTP (\d+)$/.exec(error) ?? [];
  if (last_status !== undefined) return t('Status {last_status}', { last_status });
  const [blocked, address = ''] = /^blocked address ?(.*)$/.exec(error) ?? [];
  if (blocked === undefined) return callErrorLabel(error);
  return [t('Blocked: the address is not public'), address].filter(Boolean).join(' · ');
}
