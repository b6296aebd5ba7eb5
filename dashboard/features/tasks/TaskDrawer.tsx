import { Button, Skeleton, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useMay } from '../../api/me.ts';
import { ErrorState } from '../../components/ErrorState.tsx';
import { Icon } from '../../components/Icon.tsx';
import { Id } from '../../components/Id.tsx';
import { RelativeTime } from '../../components/RelativeTime.tsx';
import { Facts, Section, SideDrawer } from '../../components/SideDrawer.tsx';
import { taskQuery, type Task, type TaskDetail } from './api.ts';
import { Due } from './columns.tsx';
import { EditTask } from './EditTask.tsx';
import { History } from './History.tsx';
import { PriorityMenu, StatusMenu } from './QuickEdit.tsx';
import { SameByApi } from './SameByApi.tsx';
import { sourceWord } from './words.ts';

export function TaskDrawer({ id, onClose }: { id: string; onClose: () => void }) {
  const { data, error, refetch } = useQuery(taskQuery(id));
  const [isEditing, editing] = useDisclosure();
  const may = useMay();
  return (
    <SideDrawer
      title={data?.task.title ?? 'Task'}
      isOpen
      onClose={onClose}
      actions={data && may('PATCH /tasks') && <EditButton onClick={editing.open} />}
    >
      {error && <ErrorState error={error} retry={() => void refetch()} />}
      {!error && !data && <Skeleton height={260} radius="md" />}
      {data && <TaskBody detail={data} />}
      {data && isEditing && <EditTask task={data.task} onClose={editing.close} />}
    </SideDrawer>
  );
}

function EditButton({ onClick }: { onClick: () => void }) {
  return (
    <Button size="xs" variant="default" leftSection={<Icon name="edit" size={14} />} onClick={onClick}>
      Edit
    </Button>
  );
}

function TaskBody({ detail: { task, history } }: { detail: TaskDetail }) {
  return (
    <>
      <Facts rows={factsOf(task)} />
      <Section title="Description">
        <Text size="sm" style={{ whiteSpace: 'pre-wrap' }} {...(!task.description && { c: 'dimmed' })}>
          {task.description ?? 'None'}
        </Text>
      </Section>
      <Section title="History">
        <History entries={history} />
      </Section>
      <Section title="The same by API">
        <SameByApi task={task} />
      </Section>
    </>
  );
}

function factsOf(task: Task) {
  return [
    ['Status', <StatusMenu key="status" task={task} />],
    ['Priority', <PriorityMenu key="priority" task={task} />],
    ['Assignee', task.assigned_to?.name ?? 'Nobody'],
    ['Due', <Due key="due" task={task} />],
    ['Source', sourceWord(task.source)],
    ['External id', task.external_id ? <Id key="external" id={task.external_id} /> : '–'],
    ['Session', task.session_id ? <SessionLink key="session" id={task.session_id} /> : '–'],
    ['Created', <RelativeTime key="created" time={task.created_at} />],
    ['Completed', <RelativeTime key="completed" time={task.completed_at} />],
    ['Id', <Id key="id" id={task.id} />],
  ] as const;
}

function SessionLink({ id }: { id: string }) {
  return (
    <Link to="/sessions" search={{ session: id }}>
      Open the session
    </Link>
  );
}
