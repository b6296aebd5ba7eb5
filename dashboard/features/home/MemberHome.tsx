import { formatCountUpTo } from './countedUpTo.ts';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useMe } from '../../api/me.ts';
import { SkeletonBlock } from '../../components/LoadingPlaceholder.tsx';
import { RelativeTime } from '../../components/RelativeTime.tsx';
import { StatusBadge } from '../../components/StatusBadge.tsx';
import { formatDurationInMinutes } from '../../format/time.ts';
import { useQueryData } from '../../hooks/useQueryData.tsx';
import { DueDate } from '../tasks/columns.tsx';
import { AttentionPanel, type AttentionItem } from './AttentionPanel.tsx';
import { TrainingNow } from './TrainingNow.tsx';
import { memberHomeQuery, type MemberHomeData } from './api.ts';
import classes from './Home.module.css';
import { EmptyHomePanel, HomePanel, HomeRows } from './HomePanel.tsx';
import { MemberSeats } from './MemberSeats.tsx';
import { t } from '../../language/t.ts';

/** The tasks, last sessions and seats of the signed-in user. */
export function MemberHome() {
  const { data, placeholder } = useQueryData(useQuery(memberHomeQuery), <SkeletonBlock height={220} />);
  if (placeholder) return placeholder;
  return (
    <>
      <OwnAttention own={data} />
      <div className={classes['own']}>
        <OwnTasks own={data} />
        <div className={classes['stack']}>
          <MemberSeats own={data} />
          <TrainingNow />
          <OwnSessions own={data} />
        </div>
      </div>
    </>
  );
}

/** Overdue tasks and unpaired glasses of the signed-in user. Shown only if there are any. */
function OwnAttention({ own: { overdue_tasks, seats } }: { own: MemberHomeData }) {
  const { user } = useMe();
  const overdue: AttentionItem = {
    id: 'overdue_tasks',
    icon: 'clock',
    tone: 'warn',
    text: (
      <Link to="/tasks" search={{ assigned_to: user.user_id, due: 'overdue' }}>
        {t(
          '{count, plural, one {{shown} of your tasks is overdue} other {{shown} of your tasks are overdue}}',
          {
            count: overdue_tasks,
            shown: formatCountUpTo(overdue_tasks),
          },
        )}
      </Link>
    ),
  };
  const unpaired = seats.filter(({ device_token_set }) => !device_token_set);
  const items = [
    ...(overdue_tasks > 0 ? [overdue] : []),
    ...unpaired.map(({ id, device_name }): AttentionItem => {
      return { id, icon: 'seats', tone: 'warn', text: t('{device_name}: not paired yet', { device_name }) };
    }),
  ];
  if (items.length === 0) return null;
  return (
    <div className={classes['now']}>
      <AttentionPanel items={items} />
    </div>
  );
}

function OwnTasks({ own: { tasks, open_tasks, overdue_tasks } }: { own: MemberHomeData }) {
  const { user } = useMe();
  const more = (
    <Link to="/tasks" search={{ assigned_to: user.user_id, sort: 'due_date' }}>
      {t('All my tasks')}
    </Link>
  );
  const note =
    overdue_tasks > 0
      ? t('{open_tasks} open, {overdue_tasks} overdue', {
          open_tasks,
          overdue_tasks: formatCountUpTo(overdue_tasks),
        })
      : t('{open_tasks} open', { open_tasks });
  return (
    <HomePanel title={t('My tasks')} note={open_tasks > 0 && note} more={open_tasks > 0 && more}>
      {tasks.length === 0 && (
        <EmptyHomePanel icon="tasks" title={t('No open tasks')}>
          {t('Tasks that are assigned to you appear here and on your glasses.')}
        </EmptyHomePanel>
      )}
      <HomeRows>
        {tasks.map((task) => (
          <li key={task.id}>
            <Link to="/tasks" search={{ task: task.id }}>
              {task.title}
            </Link>
            <span>
              <DueDate task={task} />
            </span>
          </li>
        ))}
      </HomeRows>
    </HomePanel>
  );
}

function OwnSessions({ own: { sessions } }: { own: MemberHomeData }) {
  const { user } = useMe();
  const more = (
    <Link to="/sessions" search={{ user_id: user.user_id }}>
      {t('All my sessions')}
    </Link>
  );
  return (
    <HomePanel title={t('My latest sessions')} more={sessions.length > 0 && more}>
      {sessions.length === 0 && (
        <EmptyHomePanel icon="sessions" title={t('No sessions yet')}>
          {t('Start a session on your glasses. It appears here automatically.')}
        </EmptyHomePanel>
      )}
      <HomeRows>
        {sessions.map(({ id, session_name, status, started_at, duration_seconds }) => (
          <li key={id}>
            <Link to="/sessions" search={{ session: id }}>
              {session_name ?? t('Unnamed')}
            </Link>
            <span>
              {status === 'completed' ? (
                formatDurationInMinutes(duration_seconds)
              ) : (
                <StatusBadge state={status} />
              )}
              {' · '}
              <RelativeTime time={started_at} />
            </span>
          </li>
        ))}
      </HomeRows>
    </HomePanel>
  );
}
