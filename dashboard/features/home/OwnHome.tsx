import { numberUpTo } from './countedUpTo.ts';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useMe } from '../../api/me.ts';
import { Block } from '../../components/Awaited.tsx';
import { RelativeTime } from '../../components/RelativeTime.tsx';
import { StatusBadge } from '../../components/StatusBadge.tsx';
import { minutes } from '../../format/time.ts';
import { useLoaded } from '../../hooks/useLoaded.tsx';
import { Due } from '../tasks/columns.tsx';
import { ownQuery, type Own } from './api.ts';
import classes from './Home.module.css';
import { Nothing, Panel, Rows } from './OwnPanel.tsx';
import { OwnSeats } from './OwnSeats.tsx';
import { t } from '../../language/t.ts';

/** The tasks, last sessions and seats of the signed-in user. */
export function OwnHome() {
  const { data, standIn } = useLoaded(useQuery(ownQuery), <Block height={220} />);
  if (standIn) return standIn;
  return (
    <div className={classes['own']}>
      <OwnTasks own={data} />
      <div className={classes['stack']}>
        <OwnSeats own={data} />
        <OwnSessions own={data} />
      </div>
    </div>
  );
}

function OwnTasks({ own: { tasks, open_tasks, overdue_tasks } }: { own: Own }) {
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
          overdue_tasks: numberUpTo(overdue_tasks),
        })
      : t('{open_tasks} open', { open_tasks });
  return (
    <Panel title={t('My tasks')} note={open_tasks > 0 && note} more={open_tasks > 0 && more}>
      {tasks.length === 0 && (
        <Nothing icon="tasks" title={t('Nothing to do right now')}>
          {t('When somebody gives you a task, it stands here and on your glasses.')}
        </Nothing>
      )}
      <Rows>
        {tasks.map((task) => (
          <li key={task.id}>
            <Link to="/tasks" search={{ task: task.id }}>
              {task.title}
            </Link>
            <span>
              <Due task={task} />
            </span>
          </li>
        ))}
      </Rows>
    </Panel>
  );
}

function OwnSessions({ own: { sessions } }: { own: Own }) {
  const { user } = useMe();
  const more = (
    <Link to="/sessions" search={{ user_id: user.user_id }}>
      {t('All my sessions')}
    </Link>
  );
  return (
    <Panel title={t('My last sessions')} more={sessions.length > 0 && more}>
      {sessions.length === 0 && (
        <Nothing icon="sessions" title={t('No sessions yet')}>
          {t('Start one on your glasses: it shows up here by itself.')}
        </Nothing>
      )}
      <Rows>
        {sessions.map(({ id, session_name, status, started_at, duration_seconds }) => (
          <li key={id}>
            <Link to="/sessions" search={{ session: id }}>
              {session_name ?? t('Without a name')}
            </Link>
            <span>
              {status === 'completed' ? minutes(duration_seconds) : <StatusBadge state={status} />}
              {' · '}
              <RelativeTime time={started_at} />
            </span>
          </li>
        ))}
      </Rows>
    </Panel>
  );
}
