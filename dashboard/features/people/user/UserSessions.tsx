import { useQuery } from '@tanstack/react-query';
import { ListBody, usePage } from '../../../components/ListPage.tsx';
import { lazyComponent } from '../../../hooks/lazyComponent.tsx';
import { useUrlState } from '../../../hooks/useUrlState.ts';
import { t } from '../../../language/t.ts';
import { sessionsQuery } from '../../sessions/api.ts';
import { SESSION_COLUMNS } from '../../sessions/columns.tsx';

const SessionDrawer = lazyComponent(
  async () => (await import('../../sessions/SessionDrawer.tsx')).SessionDrawer,
);

const COLUMNS = SESSION_COLUMNS.filter(({ key }) => key !== 'person');

export function UserSessions({ user_id }: { user_id: string }) {
  const { state, change } = useUrlState();
  const { session } = state;
  const query = useQuery(sessionsQuery({ user_id, ...usePage() }));
  return (
    <>
      <ListBody
        title={t('Sessions')}
        query={query}
        columns={COLUMNS}
        rowKey={({ id }) => id}
        onOpen={({ id }) => change({ session: id }, 'push')}
        empty={{
          icon: 'sessions',
          title: t('No sessions yet'),
          text: t('Sessions that this person records on glasses appear here.'),
        }}
      />
      {session && <SessionDrawer id={session} onClose={() => change({ session: undefined })} />}
    </>
  );
}
