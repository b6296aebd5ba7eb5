import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { EmptyState } from '../../components/EmptyState.tsx';
import { usePage } from '../../components/ListPage.tsx';
import { ListSkeleton } from '../../components/ListSkeleton.tsx';
import type { Column } from '../../components/columns.ts';
import { ListTable } from '../../components/ListTable.tsx';
import { Pager } from '../../components/Pager.tsx';
import { addDays } from '../../format/format.ts';
import { useQueryData } from '../../hooks/useQueryData.tsx';
import { peopleReportQuery, type UserRow } from './api.ts';
import type { Period } from './period.ts';
import { formatFigure } from './PeriodTable.tsx';
import classes from './Reports.module.css';
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

function columnsOf({ from, to }: Period): readonly Column<UserRow>[] {
  const sessionsOf = ({ user }: UserRow) => ({ user_id: user.user_id, from, to: addDays(to, 1) });
  return [
    {
      label: t('Person'),
      cell: (row) => (
        <Link className={classes['person']} to="/sessions" search={sessionsOf(row)}>
          {row.user.name}
        </Link>
      ),
    },
    { label: t('Sessions'), cell: ({ sessions }) => formatFigure(sessions), align: 'end' },
    { label: t('Failed'), cell: ({ sessions_failed }) => formatFigure(sessions_failed), align: 'end' },
    { label: t('Minutes'), cell: ({ minutes }) => formatFigure(minutes), align: 'end' },
    {
      label: t('Tasks completed'),
      cell: ({ tasks_completed }) => formatFigure(tasks_completed),
      align: 'end',
    },
    { label: t('Skill runs'), cell: ({ skills_run }) => formatFigure(skills_run), align: 'end' },
  ];
}
