import { Button, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useMay } from '../../api/me.ts';
import { SkeletonBlock } from '../../components/LoadingPlaceholder.tsx';
import { Icon } from '../../components/Icon.tsx';
import { CopyableId } from '../../components/CopyableId.tsx';
import { DateAndTime } from '../../components/DateAndTime.tsx';
import { UserLink } from '../../components/UserLink.tsx';
import { DrawerSection, FactList } from '../../components/FactList.tsx';
import { SideDrawer } from '../../components/SideDrawer.tsx';
import { useQueryData } from '../../hooks/useQueryData.tsx';
import { taskQuery, type Task, type TaskDetail } from './api.ts';
import { DueDate } from './columns.tsx';
import { EditTask } from './EditTask.tsx';
import { TaskHistory } from './TaskHistory.tsx';
import { PriorityMenu, StatusMenu } from './QuickEdit.tsx';
import { TaskApiSnippets } from './TaskApiSnippets.tsx';
import { taskSourceLabel } from './labels.ts';
import { t } from '../../language/t.ts';

export function TaskDrawer({ id, onClose }: { id: string; onClose: () => void }) {
  const { data, placeholder } = useQueryData(useQuery(taskQuery(id)), <SkeletonBlock height={260} />);
  const [isEditing, editing] = useDisclosure();
  const may = useMay();
  return (
    <SideDrawer
      title={data?.task.title ?? t('Task')}
      onClose={onClose}
      actions={data && may('PATCH /tasks') && <EditButton onClick={editing.open} />}
    >
      {placeholder}
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
      <FactList rows={factsOf(task)} />
      <DrawerSection title={t('Description')}>
        <Text size="sm" style={{ whiteSpace: 'pre-wrap' }} {...(!task.description && { c: 'dimmed' })}>
          {task.description ?? t('None')}
        </Text>
      </DrawerSection>
      <DrawerSection title={t('History')}>
        <TaskHistory entries={history} />
      </DrawerSection>
      <DrawerSection title={t('Do this with the API')}>
        <TaskApiSnippets task={task} />
      </DrawerSection>
    </>
  );
}

function factsOf(task: Task) {
  return [
    [t('Status'), <StatusMenu key="status" task={task} />],
    [t('Priority'), <PriorityMenu key="priority" task={task} />],
    [t('Assignee'), task.assigned_to ? <UserLink key="assignee" user={task.assigned_to} /> : t('Unassigned')],
    [t('Due'), <DueDate key="due" task={task} />],
    [t('Source'), taskSourceLabel(task.source)],
    [t('External id'), task.external_id ? <CopyableId key="external" id={task.external_id} /> : '–'],
    [t('Session'), task.session_id ? <SessionLink key="session" id={task.session_id} /> : '–'],
    [t('Created'), <DateAndTime key="created" time={task.created_at} />],
    [t('Completed'), <DateAndTime key="completed" time={task.completed_at} />],
    [t('Id'), <CopyableId key="id" id={task.id} />],
  ] as const;
}

function SessionLink({ id }: { id: string }) {
  return (
    <Link to="/sessions" search={{ session: id }}>
      {t('Open the session')}
    </Link>
  );
}
