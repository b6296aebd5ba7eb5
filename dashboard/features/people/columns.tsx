import { Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { Column } from '../../components/ListPage.tsx';
import { RelativeTime } from '../../components/RelativeTime.tsx';
import { StatusBadge } from '../../components/StatusBadge.tsx';
import type { Person } from './api.ts';
import classes from './People.module.css';
import { PersonDeeds, type AskedDeed } from './PersonDeeds.tsx';

type Options = { own_id: string; mayAct: boolean; onAsk: (deed: AskedDeed, person: Person) => void };

export function columnsOf({ own_id, mayAct, onAsk }: Options): readonly Column<Person>[] {
  const columns: Column<Person>[] = [
    { label: 'Person', cell: (person) => <Named person={person} isOwn={person.id === own_id} /> },
    { label: 'Access', cell: ({ access }) => (access === 'admin' ? 'Admin' : 'Member') },
    { label: 'Status', cell: (person) => <Standing of={person} /> },
    { label: 'Glasses', cell: (person) => <Glasses of={person} /> },
    { label: 'Sessions', cell: (person) => <Trained of={person} />, align: 'end' },
    {
      label: 'Minutes',
      cell: ({ total_minutes }) => total_minutes.toLocaleString('en'),
      align: 'end',
      not_on_phone: true,
    },
    {
      label: 'Last session',
      cell: ({ last_session_at }) => <RelativeTime time={last_session_at} />,
      align: 'end',
    },
  ];
  if (!mayAct) return columns;
  const deeds = (person: Person) =>
    person.id === own_id ? null : <PersonDeeds person={person} onAsk={(deed) => onAsk(deed, person)} />;
  return [...columns, { label: 'Actions', cell: deeds, align: 'end', is_deeds: true }];
}

function Named({ person: { full_name, email }, isOwn }: { person: Person; isOwn: boolean }) {
  return (
    <span className={classes['named']}>
      <b>
        {full_name}
        {isOwn && <span className={classes['own']}>you</span>}
      </b>
      <span className={classes['email']}>{email}</span>
    </span>
  );
}

function Standing({ of: { standing, invitation } }: { of: Person }) {
  return (
    <span className={classes['standing']}>
      <StatusBadge state={standing} />
      {standing === 'invited' && (
        <Text span size="xs" c="dimmed">
          {invitation ? (
            <>
              {Date.parse(invitation.expires_at) > Date.now() ? 'ends ' : 'ended '}
              <RelativeTime time={invitation.expires_at} />
            </>
          ) : (
            'no open link'
          )}
        </Text>
      )}
    </span>
  );
}

function Glasses({ of: { seat, role } }: { of: Person }) {
  if (!seat) return '–';
  return (
    <>
      {seat.device_name}
      <Text span size="xs" c="dimmed" ml={6}>
        {role === 'trainer' ? 'Trainer' : 'Trainee'}
      </Text>
    </>
  );
}

function Trained({ of: { id, total_sessions } }: { of: Person }) {
  if (total_sessions === 0) return 0;
  return (
    <Link className={classes['sessions']} to="/sessions" search={{ user_id: id }}>
      {total_sessions.toLocaleString('en')}
    </Link>
  );
}
