import { Link } from '@tanstack/react-router';
import { endOfDay, formatNumber } from '../../format/format.ts';
import { FIGURE_LABELS, type FigureName } from './figures.ts';
import classes from './Reports.module.css';
import { t } from '../../language/t.ts';

/** Days, both included, and the user if the figure is about one user. */
export type FigureScope = { from: string; to: string; user_id?: string };

type FigureLinkProps = { name: FigureName; value: number; scope: FigureScope };

/** A figure as a link to the list of exactly the records that it counts. Zero has no records and no link. */
export function FigureLink({ name, value, scope }: FigureLinkProps) {
  const text = formatNumber(value);
  if (value === 0) return <>{text}</>;
  const shared = {
    className: classes['figure'],
    'aria-label': t('{figure}: {value}', { figure: FIGURE_LABELS[name], value: text }),
    children: text,
  };
  const { from, user_id } = scope;
  const days = { from, to: endOfDay(scope.to), ...(user_id !== undefined && { user_id }) };
  switch (name) {
    case 'sessions':
    case 'minutes':
      return <Link {...shared} to="/sessions" search={days} />;
    case 'sessions_failed':
      return <Link {...shared} to="/sessions" search={{ ...days, status: 'failed' }} />;
    case 'tasks_created':
      return <Link {...shared} to="/tasks" search={days} />;
    case 'tasks_completed':
      return (
        <Link
          {...shared}
          to="/tasks"
          search={{
            completed_from: from,
            completed_to: days.to,
            ...(user_id !== undefined && { assigned_to: user_id }),
          }}
        />
      );
    case 'skills_run':
      return <Link {...shared} to="/skills" search={{ ...EXECUTIONS, ...days }} />;
    case 'skills_failed':
      return <Link {...shared} to="/skills" search={{ ...EXECUTIONS, ...days, status: 'failure' }} />;
  }
}

/** The filter of executions without test runs, which reports do not count. */
const EXECUTIONS = { view: 'executions', caller: 'not_dashboard' } as const;
