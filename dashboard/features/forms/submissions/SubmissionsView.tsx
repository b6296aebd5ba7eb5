import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { EmptyStateProps } from '../../../components/EmptyState.tsx';
import { Icon } from '../../../components/Icon.tsx';
import { ListPage, usePage, type Column, type Filter } from '../../../components/ListPage.tsx';
import { RelativeTime } from '../../../components/RelativeTime.tsx';
import { StatusBadge } from '../../../components/StatusBadge.tsx';
import { UserLink } from '../../../components/UserLink.tsx';
import { useUrlState } from '../../../hooks/useUrlState.ts';
import { formSource, submissionsQuery, type Submission } from '../api.ts';
import { SubmissionDrawer } from './SubmissionDrawer.tsx';
import { t } from '../../../language/t.ts';

const COLUMNS: readonly Column<Submission>[] = [
  { key: 'form', label: t('Form'), cell: ({ form_name }) => form_name },
  {
    key: 'by',
    label: t('By'),
    cell: ({ user, submitted_by }) => (user ? <UserLink user={user} /> : submitted_by),
  },
  {
    key: 'session',
    label: t('Session'),
    cell: ({ session_name }) => session_name ?? '–',
    hiddenOnPhone: true,
  },
  { key: 'task', label: t('Task'), cell: ({ task_title }) => task_title ?? '–' },
  {
    key: 'answers',
    label: t('Answers'),
    cell: ({ missing }) => <StatusBadge state={missing.length === 0 ? 'complete' : 'incomplete'} />,
  },
  {
    key: 'submitted',
    label: t('Submitted'),
    cell: ({ submitted_at }) => <RelativeTime time={submitted_at} />,
  },
];

const EMPTY: EmptyStateProps = {
  icon: 'forms',
  title: t('No submissions yet'),
  text: t('Forms that people fill in on their glasses appear here. You can read, print and export them.'),
};

const FILTERS: readonly Filter[] = [
  { kind: 'record', name: 'form_id', label: t('Form'), source: formSource('/forms') },
];

export function SubmissionsView({ tabs }: { tabs: ReactNode }) {
  const { state, change } = useUrlState();
  const { form_id, open } = state;
  const query = useQuery(submissionsQuery({ form_id, ...usePage() }));
  const submission = query.data?.rows.find(({ id }) => id === open);
  return (
    <ListPage
      title={t('Forms')}
      about={t('Submitted forms, newest first. Submissions stay when their form is deleted.')}
      tabs={tabs}
      filters={FILTERS}
      end={<ExportButton form_id={form_id} />}
      query={query}
      columns={COLUMNS}
      rowKey={({ id }) => id}
      onOpen={({ id }) => change({ open: id }, 'push')}
      empty={EMPTY}
    >
      {submission && <SubmissionDrawer submission={submission} onClose={() => change({ open: undefined })} />}
    </ListPage>
  );
}

/** The columns of the export are the fields of one form, so a form must be chosen first. */
function ExportButton({ form_id }: { form_id: string | undefined }) {
  const shared = { variant: 'default', leftSection: <Icon name="download" size={16} /> } as const;
  if (form_id === undefined)
    return (
      <Button {...shared} disabled title={t('Choose a form to export')}>
        {t('Export CSV')}
      </Button>
    );
  return (
    <Button {...shared} component="a" href={`/forms/submissions.csv?form_id=${form_id}`} download>
      {t('Export CSV')}
    </Button>
  );
}
