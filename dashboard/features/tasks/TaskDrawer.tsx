import { Button, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useMay } from '../../api/me.ts';
import { Block } from '../../components/Awaited.tsx';
import { Icon } from '../../components/Icon.tsx';
import { Id } from '../../components/Id.tsx';
import { RelativeTime } from '../../components/RelativeTime.tsx';
import { Facts, Section, SideDrawer } from '../../components/SideDrawer.tsx';
import { useLoaded } from '../../hooks/useLoaded.tsx';
import { taskQuery, type Task, type TaskDetail } from './api.ts';
import { Due } from './columns.tsx';
import { EditTask } from './EditTask.tsx';
import { History } from './History.tsx';
import { PriorityMenu, StatusMenu } from './QuickEdit.tsx';
import { SameByApi } from './SameByApi.tsx';
import { sourceWord } from './words.ts';
import { t } from '../../language/t.ts';

export function TaskDrawer({ id, onClose }: { id: string; onClose: () => void }) {
  const { data, standIn } = useLoaded(useQuery(taskQuery(id)), <Block height={260} />);
  const [isEditing, editing] = useDisclosure();
  const may = useMay();
  return (
    <SideDrawer
      title={data?.task.title ?? t('Task')}
      isOpen
      onClose={onClose}
      actions={data && may('PATCH /tasks') && <EditButton onClick={editing.open} />}
    >
      {standIn}
      {data && <TaskBody detail={data} />}
      {data && isEditing && <EditTask task={data.task} onClose={editing.close} />}
    </SideDrawer>
  );
}

function EditButton({ onClick }: { onClick: () => void }) {
  return (
    <Button size="xs" variant="default" leftSection={<Icon name="edit" size={14} />} onClick={onClick}>
      {t('Edit')}
    </Button>
  );
}

function TaskBody({ detail: { task, history } }: { detail: TaskDetail }) {
  return (
    <>
      <Facts rows={factsOf(task)} />
      <Section title={t('Description')}>
        <Text size="sm" style={{ whiteSpace: 'pre-wrap' }} {...(!task.description && { c: 'dimmed' })}>
          {task.description ?? t('None')}
        </Text>
      </Section>
      <Section title={t('History')}>
        <History entries={history} />
      </Section>
      <Section title={t('The same by API')}>
        <SameByApi task={task} />
      </Section>
    </>
  );
}

function factsOf(task: Task) {
  return [
    [t('Status'), <StatusMenu key="status" task={task} />],
    [t('Priority'), <PriorityMenu key="priority" task={task} />],
    [t('Assignee'), task.assigned_to?.name ?? t('Nobody')],
    [t('Due'), <Due key="due" task={task} />],
    [t('Source'), sourceWord(task.source)],
    [t('External id'), task.external_id ? <Id key="external" id={task.external_id} /> : '–'],
    [t('Session'), task.session_id ? <SessionLink key="session" id={task.session_id} /> : '–'],
    [t('Created'), <RelativeTime key="created" time={task.created_at} />],
    [t('Completed'), <RelativeTime key="completed" time={task.completed_at} />],
    [t('Id'), <Id key="id" id={task.id} />],
  ] as const;
}

function SessionLink({ id }: { id: string }) {
  return (
    <Link to="/sessions" search={{ session: id }}>
      {t('Open the session')}
    </Link>
  );
}
