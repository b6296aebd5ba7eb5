import { Button, SegmentedControl } from '@mantine/core';
import { useDisclosure, useHotkeys } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useMay } from '../../api/me.ts';
import type { Empty } from '../../components/EmptyState.tsx';
import { Icon } from '../../components/Icon.tsx';
import { ListPage, usePage } from '../../components/ListPage.tsx';
import { useUrl } from '../../components/useUrl.ts';
import { lazily } from '../../components/lazily.tsx';
import { tasksQuery } from './api.ts';
import { Board } from './Board.tsx';
import { COLUMNS } from './columns.tsx';
import { useTaskFilters, type TaskViewProps } from './filters.ts';

const CreateTask = lazily(async () => (await import('./CreateTask.tsx')).CreateTask);
const TaskDrawer = lazily(async () => (await import('./TaskDrawer.tsx')).TaskDrawer);

const ABOUT = 'Operational work items: what is to be done, by whom and until when.';

export function TasksPage() {
  const { state, change } = useUrl();
  const [isCreating, creating] = useDisclosure();
  const may = useMay();
  const { view, task, offset, ...filter } = state;
  useHotkeys([['c', creating.open]]);
  const open = (id: string) => change({ task: id }, 'push');
  const shared = {
    filter,
    onOpen: open,
    actions: may('POST /tasks') && <NewTaskButton onClick={creating.open} />,
    end: (
      <ViewSwitch
        view={view}
        onChange={(next) => change({ view: next, status: undefined, offset: undefined })}
      />
    ),
  };
  return (
    <>
      {view === 'board' ? <Board about={ABOUT} {...shared} /> : <TaskTable {...shared} />}
      {task && <TaskDrawer id={task} onClose={() => change({ task: undefined })} />}
      {isCreating && <CreateTask isOpen onClose={creating.close} onCreated={({ id }) => open(id)} />}
    </>
  );
}

function TaskTable({ filter, onOpen, actions, end }: TaskViewProps) {
  const query = useQuery(tasksQuery({ ...filter, ...usePage() }));
  return (
    <ListPage
      title="Tasks"
      about={ABOUT}
      actions={actions}
      end={end}
      filters={useTaskFilters()}
      query={query}
      columns={COLUMNS}
      rowKey={({ id }) => id}
      onOpen={({ id }) => onOpen(id)}
      empty={{ ...EMPTY, action: actions }}
    />
  );
}

const EMPTY: Empty = {
  icon: 'tasks',
  title: 'No tasks yet',
  text: 'Create the first one here, by the API, or let a connected system push its work orders in.',
};

function NewTaskButton({ onClick }: { onClick: () => void }) {
  return (
    <Button onClick={onClick} leftSection={<Icon name="plus" size={16} />}>
      New task
    </Button>
  );
}

function ViewSwitch({ view, onChange }: { view: string | undefined; onChange: (view?: string) => void }) {
  return (
    <SegmentedControl
      aria-label="View"
      size="sm"
      value={view ?? 'table'}
      onChange={(next) => onChange(next === 'board' ? next : undefined)}
      data={[
        { value: 'table', label: 'Table' },
        { value: 'board', label: 'Board' },
      ]}
    />
  );
}
