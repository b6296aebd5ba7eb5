import { useQuery } from '@tanstack/react-query';
import { useRef, useState, type DragEvent, type RefObject } from 'react';
import { SkeletonBlock } from '../../components/LoadingPlaceholder.tsx';
import { FilterBar } from '../../components/FilterBar.tsx';
import { sortFilter } from '../../components/filters.ts';
import { Page } from '../../components/Page.tsx';
import { StatusBadge } from '../../components/StatusBadge.tsx';
import { UserLink } from '../../components/UserLink.tsx';
import { useQueryData } from '../../hooks/useQueryData.tsx';
import { tasksQuery, type Task, type TaskListFilter } from './api.ts';
import { DueDate, TASK_COLUMNS } from './columns.tsx';
import { BoardStatusMenu, PriorityMenu } from './QuickEdit.tsx';
import { TASK_FILTERS, type TaskViewProps } from './filters.ts';
import classes from './Tasks.module.css';
import { useChangeTask } from './useChangeTask.ts';
import { TASK_STATUS_OPTIONS } from './labels.ts';
import { formatTime, formatNumber } from '../../format/format.ts';
import { t, type Label } from '../../language/t.ts';

const PER_LANE = 30;
const DRAGGED = 'application/x-task';

/** The tasks in columns by status; dragging a card or its menu changes the status. */
export function TaskBoard({ about, filter, views, onOpen, actions, end }: TaskViewProps & { about: Label }) {
  const dragged: Dragged = useRef(undefined);
  const filters = [...TASK_FILTERS.filter(({ name }) => name !== 'status'), ...sortFilter(TASK_COLUMNS)];
  return (
    <Page title={t('Tasks')} about={about} actions={actions}>
      <FilterBar filters={filters} views={views} end={end} />
      <div className={classes['board']}>
        {TASK_STATUS_OPTIONS.map(({ value, label }) => (
          <Lane key={value} status={value} label={label} filter={filter} onOpen={onOpen} dragged={dragged} />
        ))}
      </div>
    </Page>
  );
}

/** The dragged task as it was when the drag started. */
type Dragged = RefObject<Task | undefined>;

type LaneProps = {
  status: Task['status'];
  label: string;
  filter: TaskListFilter;
  onOpen: (id: string) => void;
  dragged: Dragged;
};

function Lane({ status, label, filter, onOpen, dragged }: LaneProps) {
  const { data, placeholder } = useQueryData(
    useQuery(tasksQuery({ ...filter, status, limit: PER_LANE })),
    <SkeletonBlock height={120} />,
  );
  const { change } = useChangeTask();
  const [isOver, setOver] = useState(false);
  const drop = (event: DragEvent) => {
    setOver(false);
    const isCard = event.dataTransfer.types.includes(DRAGGED);
    if (isCard && dragged.current) change(dragged.current, { status });
  };
  const hidden = (data?.total ?? 0) - (data?.rows.length ?? 0);
  return (
    <section
      className={classes['lane']}
      aria-label={label}
      data-over={isOver || undefined}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <h2 className={classes['laneHead']}>
        <StatusBadge state={status} />
        <span className={classes['count']}>{data?.total !== undefined && formatNumber(data.total)}</span>
      </h2>
      {placeholder}
      <ul className={classes['cards']}>
        {data?.rows.map((task) => (
          <Card key={task.id} task={task} onOpen={onOpen} dragged={dragged} />
        ))}
      </ul>
      {hidden > 0 && <p className={classes['more']}>{t('and {hidden} more in the table', { hidden })}</p>}
      {data?.searched_to && (
        <p className={classes['more']}>
          {t('Searched back to {time}.', { time: formatTime('moment', data.searched_to) })}
        </p>
      )}
    </section>
  );
}

type CardProps = { task: Task; onOpen: (id: string) => void; dragged: Dragged };

function Card({ task, onOpen, dragged }: CardProps) {
  return (
    <li
      className={classes['card']}
      draggable
      onDragStart={(event) => {
        event.dataTransfer.setData(DRAGGED, task.id);
        dragged.current = task;
      }}
    >
      <button type="button" className={classes['cardTitle']} onClick={() => onOpen(task.id)}>
        {task.title}
      </button>
      <div className={classes['cardFoot']}>
        <PriorityMenu task={task} />
        <BoardStatusMenu task={task} />
      </div>
      <div className={classes['cardFoot']}>
        <span>{task.assigned_to ? <UserLink user={task.assigned_to} /> : t('Unassigned')}</span>
        {task.due_date && <DueDate task={task} />}
      </div>
    </li>
  );
}
