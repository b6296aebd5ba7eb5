import { Button, Skeleton, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { useMe } from '../../api/me.ts';
import { ErrorState } from '../../components/ErrorState.tsx';
import { Icon, type IconName } from '../../components/Icon.tsx';
import { lazily } from '../../components/lazily.tsx';
import { RelativeTime } from '../../components/RelativeTime.tsx';
import { StatusBadge } from '../../components/StatusBadge.tsx';
import { minutes } from '../../components/time.ts';
import { Due } from '../tasks/columns.tsx';
import { ownQuery, type Own } from './api.ts';
import classes from './Home.module.css';

const PairDialog = lazily(async () => (await import('../seats/PairDialog.tsx')).PairDialog);

/** What who is signed in has to do, did last, and wears. */
export function OwnHome() {
  const { data, error, refetch } = useQuery(ownQuery);
  if (error && !data) return <ErrorState error={error} retry={() => void refetch()} />;
  if (!data) return <Skeleton height={220} radius="md" mb="sm" role="status" aria-label="Loading" />;
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
      All my tasks
    </Link>
  );
  const note = overdue_tasks > 0 ? `${open_tasks} open, ${overdue_tasks} overdue` : `${open_tasks} open`;
  return (
    <Panel title="My tasks" note={open_tasks > 0 && note} more={open_tasks > 0 && more}>
      {tasks.length === 0 && (
        <Nothing icon="tasks" title="Nothing to do right now">
          When somebody gives you a task, it stands here and on your glasses.
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
      All my sessions
    </Link>
  );
  return (
    <Panel title="My last sessions" more={sessions.length > 0 && more}>
      {sessions.length === 0 && (
        <Nothing icon="sessions" title="No sessions yet">
          Start one on your glasses: it shows up here by itself.
        </Nothing>
      )}
      <Rows>
        {sessions.map(({ id, session_name, status, started_at, duration_seconds }) => (
          <li key={id}>
            <Link to="/sessions" search={{ session: id }}>
              {session_name ?? 'Without a name'}
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

function OwnSeats({ own: { seats } }: { own: Own }) {
  const [pairing, pair] = useState<string>();
  return (
    <Panel title={seats.length > 1 ? 'My seats' : 'My seat'}>
      {seats.length === 0 && (
        <Nothing icon="seats" title="You have no glasses yet">
          Ask an admin of your account for a seat. Then you pair your glasses here.
        </Nothing>
      )}
      {seats.map((seat) => (
        <OwnSeat key={seat.id} seat={seat} onPair={() => pair(seat.id)} />
      ))}
      {pairing !== undefined && <PairDialog seat_id={pairing} isOwn onClose={() => pair(undefined)} />}
    </Panel>
  );
}

type OwnSeatProps = { seat: Own['seats'][number]; onPair: () => void };

function OwnSeat({ seat, onPair }: OwnSeatProps) {
  const { device_name, device_token_set, roles } = seat;
  return (
    <div className={classes['seat']}>
      <div>
        <Text component="p" fw={550} size="sm">
          {device_name} <StatusBadge state={device_token_set ? 'paired' : 'unpaired'} />
        </Text>
        <Text component="p" size="xs" c="dimmed">
          {roles.includes('trainer') ? 'You show others how it is done' : 'You learn with them'}
          <LastSeen seat={seat} />
        </Text>
      </div>
      <Button size="xs" variant={device_token_set ? 'default' : 'filled'} onClick={onPair}>
        {device_token_set ? 'Pair other glasses' : 'Pair my glasses'}
      </Button>
    </div>
  );
}

function LastSeen({ seat: { device_token_set, last_seen_at } }: Pick<OwnSeatProps, 'seat'>) {
  if (!device_token_set) return null;
  if (last_seen_at === null) return <> · not used yet</>;
  return (
    <>
      {' · last used '}
      <RelativeTime time={last_seen_at} />
    </>
  );
}

type PanelProps = { title: string; note?: ReactNode; more?: ReactNode; children: ReactNode };

function Panel({ title, note, more, children }: PanelProps) {
  return (
    <section className={classes['panel']} aria-label={title}>
      <header className={classes['head']}>
        <Text component="h2" fw={600} size="sm">
          {title}
        </Text>
        {note && (
          <Text size="xs" c="dimmed">
            {note}
          </Text>
        )}
        {more && <span className={classes['more']}>{more}</span>}
      </header>
      {children}
    </section>
  );
}

function Rows({ children }: { children: readonly ReactNode[] }) {
  return children.length === 0 ? null : <ul className={classes['rows']}>{children}</ul>;
}

function Nothing({ icon, title, children }: { icon: IconName; title: string; children: ReactNode }) {
  return (
    <div className={classes['nothing']}>
      <Icon name={icon} size={20} />
      <div>
        <Text component="p" size="sm" fw={550}>
          {title}
        </Text>
        <Text component="p" size="sm" c="dimmed">
          {children}
        </Text>
      </div>
    </div>
  );
}
