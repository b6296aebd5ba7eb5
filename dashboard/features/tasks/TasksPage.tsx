import { useHotkeys } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useMay, useMe } from '../../api/me.ts';
import { CreateButton } from '../../components/CreateButton.tsx';
import { ImportExportButtons } from '../../components/import/ImportExportButtons.tsx';
import type { EmptyStateProps } from '../../components/EmptyState.tsx';
import { ListPage, usePage } from '../../components/ListPage.tsx';
import { useUrlState } from '../../hooks/useUrlState.ts';
import { useCreateDialog } from '../../hooks/useCreateDialog.ts';
import { lazyComponent } from '../../hooks/lazyComponent.tsx';
import { useListShortcuts } from '../../hooks/useListShortcuts.ts';
import { useSelection } from '../../hooks/useSelection.ts';
import { tasksQuery, type Task } from './api.ts';
import type { TaskValues } from './bulkTasks.ts';
import { TASK_COLUMNS } from './columns.tsx';
import { TASK_FILTERS, listTaskViews, type TaskViewProps } from './filters.ts';
import classes from './Tasks.module.css';
import { t } from '../../language/t.ts';

const TaskBoard = lazyComponent(async () => (await import('./TaskBoard.tsx')).TaskBoard);
const CreateTask = lazyComponent(async () => (await import('./CreateTask.tsx')).CreateTask);
const TableBoardSwitch = lazyComponent(
  async () => (await import('./TableBoardSwitch.tsx')).TableBoardSwitch,
  <div className={classes['view-switch']} />,
);
const TaskBulkBar = lazyComponent(async () => (await import('./TaskBulkBar.tsx')).TaskBulkBar);
const ImportTasks = lazyComponent(async () => (await import('./ImportTasks.tsx')).ImportTasks);
const EditTask = lazyComponent(async () => (await import('./EditTask.tsx')).EditTask);
const TaskDrawer = lazyComponent(async () => (await import('./TaskDrawer.tsx')).TaskDrawer);

const ABOUT = t('Work for your team: what, who and by when.');

export function TasksPage() {
  const { state, change } = useUrlState();
  const creating = useCreateDialog();
  const may = useMay();
  const { view, task, offset, new: begun, ...filter } = state;
  const { user } = useMe();
  useHotkeys([['c', creating.open]]);
  const open = (id: string) => change({ task: id }, 'push');
  const shared = {
    filter,
    views: listTaskViews(user.user_id),
    onOpen: open,
    actions: may('POST /tasks') && <CreateButton label={t('New task')} onClick={creating.open} />,
    end: (
      <>
        <TableBoardSwitch
          view={view}
          onChange={(next) => change({ view: next, status: undefined, offset: undefined })}
        />
        <ImportExportButtons
          path="/tasks.csv"
          filter={filter}
          dialog={may('POST /tasks/import') && ImportTasks}
        />
      </>
    ),
  };
  return (
    <>
      {view === 'board' ? <TaskBoard about={ABOUT} {...shared} /> : <TaskTable {...shared} />}
      {task && <TaskDrawer id={task} onClose={() => change({ task: undefined })} />}
      {may('POST /tasks') && creating.isOpen && (
        <CreateTask onClose={creating.close} onCreated={({ id }) => open(id)} />
      )}
    </>
  );
}

function TaskTable({ filter, views, onOpen, actions, end }: TaskViewProps) {
  const query = useQuery(tasksQuery({ ...filter, ...usePage() }));
  const may = useMay();
  const mayChange = may('PATCH /tasks');
  const rows = query.data?.rows ?? [];
  const selection = useSelection<Task, TaskValues>(rows, NAMED, JSON.stringify(filter));
  const [edited, setEdited] = useState<Task>();
  const find = (key: string) => rows.find(({ id }) => id === key);
  useListShortcuts({
    onToggleRow: (key) => withTask(find(key), selection.toggle),
    onEditRow: (key) => withTask(find(key), setEdited),
  });
  return (
    <ListPage
      title={t('Tasks')}
      about={ABOUT}
      actions={actions}
      end={end}
      filters={TASK_FILTERS}
      views={views}
      query={query}
      columns={TASK_COLUMNS}
      rowKey={({ id }) => id}
      onOpen={({ id }) => onOpen(id)}
      empty={{ ...EMPTY, action: actions }}
      {...(mayChange && { selection })}
    >
      {mayChange && selection.isUsed && (
        <TaskBulkBar selection={selection} page={query.data} filter={filter} />
      )}
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
