import '@mantine/core/styles/SegmentedControl.layer.css';
import '@mantine/core/styles/FloatingIndicator.layer.css';
import { Button, SegmentedControl } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useMay } from '../../api/me.ts';
import type { EmptyStateProps } from '../../components/EmptyState.tsx';
import { Icon } from '../../components/Icon.tsx';
import { ListPage, usePage } from '../../components/ListPage.tsx';
import { useUrlState } from '../../hooks/useUrlState.ts';
import { useCreateDialog } from '../../hooks/useCreateDialog.ts';
import { lazyComponent } from '../../hooks/lazyComponent.tsx';
import { useListKeys } from '../../hooks/useListKeys.ts';
import { useSelection } from '../../hooks/useSelection.ts';
import { tasksQuery, type Task } from './api.ts';
import { TASK_COLUMNS } from './columns.tsx';
import { ViewsMenu } from './ViewsMenu.tsx';
import { useTaskFilters, type TaskViewProps } from './filters.ts';
import { t } from '../../language/t.ts';

const Board = lazyComponent(async () => (await import('./Board.tsx')).Board);
const CreateTask = lazyComponent(async () => (await import('./CreateTask.tsx')).CreateTask);
const BulkBar = lazyComponent(async () => (await import('./BulkBar.tsx')).BulkBar);
const EditTask = lazyComponent(async () => (await import('./EditTask.tsx')).EditTask);
const TaskDrawer = lazyComponent(async () => (await import('./TaskDrawer.tsx')).TaskDrawer);

const ABOUT = t('Work for your team: what, who and by when.');

export function TasksPage() {
  const { state, change } = useUrlState();
  const creating = useCreateDialog();
  const may = useMay();
  const { view, task, offset, new: begun, name, ...filter } = state;
  useHotkeys([['c', creating.open]]);
  const open = (id: string) => change({ task: id }, 'push');
  const shared = {
    filter,
    onOpen: open,
    actions: may('POST /tasks') && <NewTaskButton onClick={creating.open} />,
    end: (
      <>
        <ViewsMenu />
        <ViewSwitch
          view={view}
          onChange={(next) => change({ view: next, status: undefined, offset: undefined })}
        />
      </>
    ),
  };
  return (
    <>
      {view === 'board' ? <Board about={ABOUT} {...shared} /> : <TaskTable {...shared} />}
      {task && <TaskDrawer id={task} onClose={() => change({ task: undefined })} />}
      {may('POST /tasks') && creating.isOpen && (
        <CreateTask isOpen onClose={creating.close} onCreated={({ id }) => open(id)} />
      )}
    </>
  );
}

function TaskTable({ filter, onOpen, actions, end }: TaskViewProps) {
  const query = useQuery(tasksQuery({ ...filter, ...usePage() }));
  const may = useMay();
  const mayChange = may('PATCH /tasks');
  const rows = query.data?.rows ?? [];
  const selection = useSelection(rows, NAMED);
  const [edited, setEdited] = useState<Task>();
  const find = (key: string) => rows.find(({ id }) => id === key);
  useListKeys({
    onToggle: (key) => withTask(find(key), selection.toggle),
    onEdit: (key) => withTask(find(key), setEdited),
  });
  return (
    <ListPage
      title={t('Tasks')}
      about={ABOUT}
      actions={actions}
      end={end}
      filters={useTaskFilters()}
      query={query}
      columns={TASK_COLUMNS}
      rowKey={({ id }) => id}
      onOpen={({ id }) => onOpen(id)}
      empty={{ ...EMPTY, action: actions }}
      {...(mayChange && { selection })}
    >
      {mayChange && selection.chosen.length > 0 && <BulkBar selection={selection} />}
      {mayChange && edited && <EditTask task={edited} onClose={() => setEdited(undefined)} />}
    </ListPage>
  );
}

const NAMED = { keyOf: ({ id }: Task) => id, nameOf: ({ title }: Task) => title };

function withTask(task: Task | undefined, act: (task: Task) => void): void {
  if (task) act(task);
}

const EMPTY: EmptyStateProps = {
  icon: 'tasks',
  title: t('No tasks yet'),
  text: t('Create a task here or with the API, or connect a system that sends work orders.'),
};

function NewTaskButton({ onClick }: { onClick: () => void }) {
  return (
    <Button onClick={onClick} leftSection={<Icon name="plus" size={16} />}>
      {t('New task')}
    </Button>
  );
}

function ViewSwitch({ view, onChange }: { view: string | undefined; onChange: (view?: string) => void }) {
  return (
    <SegmentedControl
      aria-label={t('View')}
      size="sm"
      value={view ?? 'table'}
      onChange={(next) => onChange(next === 'board' ? next : undefined)}
      data={[
        { value: 'table', label: t('Table') },
        { value: 'board', label: t('Board') },
      ]}
    />
  );
}
