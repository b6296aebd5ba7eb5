import { useQuery } from '@tanstack/react-query';
import { EmptyState } from '../../components/EmptyState.tsx';
import { usePage } from '../../components/ListPage.tsx';
import { ListSkeleton } from '../../components/ListSkeleton.tsx';
import type { Column } from '../../components/columns.ts';
import { ListTable } from '../../components/ListTable.tsx';
import { Pager } from '../../components/Pager.tsx';
import { UserLink } from '../../components/UserLink.tsx';
import { useQueryData } from '../../hooks/useQueryData.tsx';
import { peopleReportQuery, type UserReportRow } from './api.ts';
import { figureColumns } from './figureColumns.tsx';
import type { Period } from './period.ts';
import { t } from '../../language/t.ts';

export function PeopleTable({ period }: { period: Period }) {
  const columns = columnsOf(period);
  const query = useQuery(peopleReportQuery(period, usePage()));
  const { data, placeholder, isStale } = useQueryData(query, <ListSkeleton columns={columns} />);
  if (placeholder) return placeholder;
  if (data.rows.length === 0) {
    return (
      <EmptyState
        icon="people"
        title={t('No activity in this period')}
        text={t('Choose a longer or another period.')}
      />
    );
  }
  return (
    <>
      <ListTable
        label={t('Figures per person')}
        rows={data.rows}
        columns={columns}
        rowKey={({ user }) => user.user_id}
        isStale={isStale}
      />
      <Pager page={data} />
    </>
  );
}

function columnsOf({ from, to }: Period): readonly Column<UserReportRow>[] {
  return [
    {
      key: 'person',
      label: t('Person'),
      cell: ({ user }) => <UserLink user={user} />,
    },
    ...figureColumns<UserReportRow>(
      ['sessions', 'sessions_failed', 'minutes', 'tasks_completed', 'skills_run'],
      ({ user }) => ({ from, to, user_id: user.user_id }),
    ),
  ];
}
