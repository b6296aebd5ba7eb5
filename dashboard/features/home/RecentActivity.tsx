import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { SkeletonBlock } from '../../components/LoadingPlaceholder.tsx';
import { RelativeTime } from '../../components/RelativeTime.tsx';
import { UserLink } from '../../components/UserLink.tsx';
import { actorName } from '../../format/actors.ts';
import { useQueryData } from '../../hooks/useQueryData.tsx';
import { T } from '../../language/T.tsx';
import { t } from '../../language/t.ts';
import { homeActivityQuery, type HomeActivity } from './api.ts';
import { EmptyHomePanel, HomePanel, HomeRows } from './HomePanel.tsx';

type Activity = HomeActivity['recent'][number];

/** The newest activity of the whole account, with links to the users and the records. */
export function RecentActivity() {
  const { data, placeholder } = useQueryData(useQuery(homeActivityQuery), <SkeletonBlock height={320} />);
  if (placeholder) return placeholder;
  const { recent } = data;
  return (
    <HomePanel title={t('Recent activity')}>
      {recent.length === 0 && (
        <EmptyHomePanel icon="clock" title={t('No activity yet')}>
          {t('Created and completed tasks and ended sessions appear here.')}
        </EmptyHomePanel>
      )}
      <HomeRows>
        {recent.map((activity) => (
          <li key={`${activity.kind} ${activity.record.id}`}>
            <div>
              <Sentence activity={activity} />
            </div>
            <span>
              <RelativeTime time={activity.at} />
            </span>
          </li>
        ))}
      </HomeRows>
    </HomePanel>
  );
}

function Sentence({ activity: { kind, actor, record } }: { activity: Activity }) {
  const { kind: actorKind, id, name } = actor;
  const isUser = actorKind === 'user' && id !== null && name !== null;
  const person = isUser ? <UserLink user={{ user_id: id, name }} /> : actorName(actor);
  switch (kind) {
    case 'task_created':
      return <T text="{person} created {record}" person={person} record={<TaskLink record={record} />} />;
    case 'task_completed':
      return <T text="{person} completed {record}" person={person} record={<TaskLink record={record} />} />;
    case 'session_completed':
      return <T text="{person} ended {record}" person={person} record={<SessionLink record={record} />} />;
    case 'session_failed':
      return (
        <T
          text="The session {record} of {person} failed"
          person={person}
          record={<SessionLink record={record} />}
        />
      );
  }
}

type RecordProps = Pick<Activity, 'record'>;

function TaskLink({ record: { id, name } }: RecordProps) {
  return (
    <Link to="/tasks" search={{ task: id }}>
      {name}
    </Link>
  );
}

function SessionLink({ record: { id, name } }: RecordProps) {
  return (
    <Link to="/sessions" search={{ session: id }}>
      {name ?? t('Unnamed')}
    </Link>
  );
}
