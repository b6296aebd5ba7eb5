import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { SkeletonBlock } from '../../components/LoadingPlaceholder.tsx';
import { RelativeTime } from '../../components/RelativeTime.tsx';
import { UserLink } from '../../components/UserLink.tsx';
import { formatNumber } from '../../format/format.ts';
import { useQueryData } from '../../hooks/useQueryData.tsx';
import { T } from '../../language/T.tsx';
import { t } from '../../language/t.ts';
import { homeActivityQuery, type HomeActivity } from './api.ts';
import { EmptyHomePanel, HomePanel, HomeRows } from './HomePanel.tsx';

/** The users who train at this moment. */
export function TrainingNow() {
  const { data, placeholder } = useQueryData(useQuery(homeActivityQuery), <SkeletonBlock height={160} />);
  if (placeholder) return placeholder;
  const { running, running_total } = data;
  const all = (
    <Link to="/sessions" search={{ status: 'in_progress' }}>
      {t('All running sessions')}
    </Link>
  );
  return (
    <HomePanel
      title={t('Training now')}
      note={running_total > 0 && formatNumber(running_total)}
      more={running_total > running.length && all}
    >
      {running.length === 0 && (
        <EmptyHomePanel icon="sessions" title={t('No session is running')}>
          {t('A person appears here when they start a session on their glasses.')}
        </EmptyHomePanel>
      )}
      <HomeRows>
        {running.map((session) => (
          <RunningSession key={session.id} session={session} />
        ))}
      </HomeRows>
    </HomePanel>
  );
}

function RunningSession({ session }: { session: HomeActivity['running'][number] }) {
  const { id, session_name, role, user, started_at } = session;
  const link = (
    <Link to="/sessions" search={{ session: id }}>
      {session_name ?? t('Unnamed')}
    </Link>
  );
  const person = user ? <UserLink user={user} /> : t('No user');
  return (
    <li>
      <div>
        {role === 'trainer' ? (
          <T text="{person} teaches {session}" person={person} session={link} />
        ) : (
          <T text="{person} learns {session}" person={person} session={link} />
        )}
      </div>
      <span>
        <T text="started {when}" when={<RelativeTime time={started_at} />} />
      </span>
    </li>
  );
}
