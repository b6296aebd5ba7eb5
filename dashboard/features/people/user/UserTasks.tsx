import { Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { FilterBar } from '../../../components/FilterBar.tsx';
import { ListBody, usePage, type Filter } from '../../../components/ListPage.tsx';
import { lazyComponent } from '../../../hooks/lazyComponent.tsx';
import { useUrlState } from '../../../hooks/useUrlState.ts';
import { t } from '../../../language/t.ts';
import { tasksQuery } from '../../tasks/api.ts';
import { TASK_COLUMNS } from '../../tasks/columns.tsx';
import { TASK_STATUS_OPTIONS } from '../../tasks/labels.ts';

const TaskDrawer = lazyComponent(async () => (await import('../../tasks/TaskDrawer.tsx')).TaskDrawer);

const FILTERS: readonly Filter[] = [
  { kind: 'select', name: 'status', label: t('Status'), options: TASK_STATUS_OPTIONS },
];

export function UserTasks({ user_id }: { user_id: string }) {
  const { state, change } = useUrlState();
  const { status, sort, task } = state;
  const query = useQuery(tasksQuery({ assigned_to: user_id, status, sort, ...usePage() }));
  return (
    <Stack gap={0}>
      <FilterBar
        filters={FILTERS}
        end={
          <Link to="/tasks" search={{ assigned_to: user_id }}>
            {t('Open in Tasks')}
          </Link>
        }
      />
      <ListBody
        title={t('Tasks')}
        filters={FILTERS}
        query={query}
        columns={COLUMNS}
        rowKey={({ id }) => id}
        onOpen={({ id }) => change({ task: id }, 'push')}
        empty={{
          icon: 'tasks',
          title: t('No tasks assigned'),
          text: t('Tasks that are assigned to this person appear here.'),
        }}
      />
      {task && <TaskDrawer id={task} onClose={() => change({ task: undefined })} />}
    </Stack>
  );
}

const COLUMNS = TASK_COLUMNS.filter(({ key }) => key !== 'assignee');
