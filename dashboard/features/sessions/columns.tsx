import { Link } from '@tanstack/react-router';
import { RelativeTime } from '../../components/RelativeTime.tsx';
import { StatusBadge } from '../../components/StatusBadge.tsx';
import { Thumbnail } from '../../components/Thumbnail.tsx';
import { UserLink } from '../../components/UserLink.tsx';
import type { Column } from '../../components/ListPage.tsx';
import { formatDurationInMinutes } from '../../format/time.ts';
import type { SessionRow } from './api.ts';
import classes from './Sessions.module.css';
import { t } from '../../language/t.ts';

export const SESSION_COLUMNS: readonly Column<SessionRow>[] = [
  { key: 'session', label: t('Session'), cell: (session) => <NameCell session={session} /> },
  {
    key: 'status',
    label: t('Status'),
    cell: ({ status }) => <StatusBadge state={status} />,
    isPlainOnPhone: true,
  },
  { key: 'role', label: t('Role'), cell: ({ role }) => sessionRoleLabel(role), hiddenOnPhone: true },
  { key: 'person', label: t('Person'), cell: ({ user }) => (user ? <UserLink user={user} /> : '–') },
  { key: 'task', label: t('Task'), cell: (session) => <TaskLink session={session} /> },
  {
    key: 'duration',
    label: t('Duration'),
    cell: ({ duration_seconds }) => formatDurationInMinutes(duration_seconds),
    align: 'end',
  },
  {
    key: 'started',
    label: t('Started'),
    cell: ({ started_at }) => <RelativeTime time={started_at} />,
    align: 'end',
  },
];

function NameCell({ session: { id, session_name, thumbnail_url, video_url } }: { session: SessionRow }) {
  return (
    <span className={classes['named']}>
      <Thumbnail seed={id} url={thumbnail_url} isPlayable={video_url !== null} />
      <span className={classes['name']}>{session_name ?? t('Unnamed')}</span>
    </span>
  );
}

function TaskLink({ session: { task_id, task_title } }: { session: SessionRow }) {
  if (task_id === null) return '–';
  return (
    <Link
      className={classes['task']}
      to="/tasks"
      search={{ task: task_id }}
      onClick={(event) => event.stopPropagation()}
    >
      {task_title ?? t('Task')}
    </Link>
  );
}

export function sessionRoleLabel(role: SessionRow['role']): string {
  return role === 'trainer' ? t('Trainer') : t('Trainee');
}
