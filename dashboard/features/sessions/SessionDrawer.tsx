import { Button, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useMay } from '../../api/me.ts';
import { SkeletonBlock } from '../../components/LoadingPlaceholder.tsx';
import { Icon } from '../../components/Icon.tsx';
import { CopyableId } from '../../components/CopyableId.tsx';
import { DateAndTime } from '../../components/DateAndTime.tsx';
import { DrawerSection, FactList, type FactRow } from '../../components/FactList.tsx';
import { SideDrawer } from '../../components/SideDrawer.tsx';
import { StatusBadge } from '../../components/StatusBadge.tsx';
import { UserLink } from '../../components/UserLink.tsx';
import { formatDurationInMinutes } from '../../format/time.ts';
import { useQueryData } from '../../hooks/useQueryData.tsx';
import { sessionQuery, type SessionDetail } from './api.ts';
import { sessionRoleLabel } from './columns.tsx';
import { DeleteSession } from './DeleteSession.tsx';
import { EditSession } from './EditSession.tsx';
import { RecordingLink } from './RecordingLink.tsx';
import { SkillCallList } from './SkillCallList.tsx';
import { SessionProcedures } from './SessionProcedures.tsx';
import { formatNumber } from '../../format/format.ts';
import { t } from '../../language/t.ts';

export function SessionDrawer({ id, onClose }: { id: string; onClose: () => void }) {
  const { data, placeholder } = useQueryData(useQuery(sessionQuery(id)), <SkeletonBlock height={300} />);
  const [isDeleting, deleting] = useDisclosure();
  const [isEditing, editing] = useDisclosure();
  return (
    <SideDrawer
      title={data ? (data.session.session_name ?? t('Unnamed session')) : t('Session')}
      onClose={onClose}
      actions={data && <Actions onEdit={editing.open} onDelete={deleting.open} />}
    >
      {placeholder}
      {data && <SessionBody detail={data} />}
      {data && isEditing && <EditSession session={data.session} onClose={editing.close} />}
      {data && isDeleting && (
        <DeleteSession session={data.session} onClose={deleting.close} onDeleted={onClose} />
      )}
    </SideDrawer>
  );
}

function Actions({ onEdit, onDelete }: { onEdit: () => void; onDelete: () => void }) {
  const may = useMay();
  return (
    <>
      {may('PATCH /sessions') && (
        <Button size="xs" variant="default" leftSection={<Icon name="edit" size={14} />} onClick={onEdit}>
          {t('Edit')}
        </Button>
      )}
      {may('DELETE /sessions') && (
        <Button
          size="xs"
          variant="default"
          c="var(--bad)"
          leftSection={<Icon name="trash" size={14} />}
          onClick={onDelete}
        >
          {t('Delete')}
        </Button>
      )}
    </>
  );
}

function SessionBody({ detail }: { detail: SessionDetail }) {
  const { session, notes } = detail;
  return (
    <>
      <RecordingLink session={session} />
      <FactList rows={factsOf(detail)} />
      <DrawerSection title={t('Summary')}>
        <Words text={session.session_summary} none={t('No summary')} />
      </DrawerSection>
      {session.session_description && (
        <DrawerSection title={t('Description')}>
          <Words text={session.session_description} />
        </DrawerSection>
      )}
      {notes && (
        <DrawerSection title={t('Notes')}>
          <Words text={notes} />
        </DrawerSection>
      )}
      <DrawerSection title={t('Procedures')}>
        <SessionProcedures session={session} />
      </DrawerSection>
      <DrawerSection title={t('Skill calls')}>
        <SkillCallList session_id={session.id} />
      </DrawerSection>
    </>
  );
}

function Words({ text, none = '–' }: { text: string | null; none?: string }) {
  return (
    <Text size="sm" style={{ whiteSpace: 'pre-wrap' }} {...(!text && { c: 'dimmed' })}>
      {text ?? none}
    </Text>
  );
}

/** Returns the facts of a session; unknown facts are omitted. */
function factsOf({ session, score, bundle_name, ended_by, last_seen_at }: SessionDetail): FactRow[] {
  const { task_id, status, started_at, completed_at } = session;
  const rows: (FactRow | false)[] = [
    [t('Status'), <StatusBadge key="status" state={status} />],
    [t('Person'), session.user ? <UserLink key="person" user={session.user} /> : '–'],
    [t('Role'), sessionRoleLabel(session.role)],
    [t('Started'), <DateAndTime key="started" time={started_at} />],
    status === 'in_progress' && [
      t('Last activity of the glasses'),
      <DateAndTime key="seen" time={last_seen_at} />,
    ],
    completed_at !== null && [t('Ended'), <DateAndTime key="ended" time={completed_at} />],
    ended_by === 'sweeper' && [t('Ended by'), t('The service, after 24 hours without activity')],
    session.duration_seconds !== null && [t('Duration'), formatDurationInMinutes(session.duration_seconds)],
    score !== null && [t('Score'), formatNumber(score, { maximumFractionDigits: 2 })],
    bundle_name !== null && [t('Bundle'), bundle_name],
    task_id !== null && [t('Task'), <TaskLink key="task" id={task_id} />],
    [t('Id'), <CopyableId key="id" id={session.id} what={t('session id')} />],
  ];
  return rows.filter((row) => row !== false);
}

function TaskLink({ id }: { id: string }) {
  return (
    <Link to="/tasks" search={{ task: id }}>
      {t('Open the task')}
    </Link>
  );
}
