import { useQuery } from '@tanstack/react-query';
import { useRef, useState, type DragEvent, type RefObject } from 'react';
import { SkeletonBlock } from '../../components/LoadingPlaceholder.tsx';
import { FilterBar } from '../../components/FilterBar.tsx';
import { Page } from '../../components/Page.tsx';
import { StatusBadge } from '../../components/StatusBadge.tsx';
import { useQueryData } from '../../hooks/useQueryData.tsx';
import { tasksQuery, type Task, type TaskSearch } from './api.ts';
import { DueDate } from './columns.tsx';
import { MoveMenu, PriorityMenu } from './QuickEdit.tsx';
import { useTaskFilters, type TaskViewProps } from './filters.ts';
import classes from './Tasks.module.css';
import { useChangeTasks } from './useChangeTasks.tsx';
import { STATUSES } from './labels.ts';
import { formatTime, formatNumber } from '../../format/format.ts';
import { t } from '../../language/t.ts';

const PER_LANE = 30;
const DRAGGED = 'application/x-task';

/** The tasks by status; a card is moved by dragging or by its menu. */
export function Board({ about, filter, onOpen, actions, end }: TaskViewProps & { about: string }) {
  const dragged: Dragged = useRef(undefined);
  const filters = useTaskFilters().filter(({ name }) => name !== 'status');
  return (
    <Page title={t('Tasks')} about={about} actions={actions}>
      <FilterBar filters={filters} end={end} />
      <div className={classes['board']}>
        {STATUSES.map(({ value, label }) => (
          <Lane key={value} status={value} label={label} filter={filter} onOpen={onOpen} dragged={dragged} />
        ))}
      </div>
    </Page>
  );
}

/** The task that is being dragged, as it was before. */
type Dragged = RefObject<Task | undefined>;

type LaneProps = {
  status: Task['status'];
  label: string;
  filter: TaskSearch;
  onOpen: (id: string) => void;
  dragged: Dragged;
};

function Lane({ status, label, filter, onOpen, dragged }: LaneProps) {
  const { data, placeholder } = useQueryData(
    useQuery(tasksQuery({ ...filter, status, limit: PER_LANE })),
    <SkeletonBlock height={120} />,
  );
  const change = useChangeTasks();
  const [isOver, setOver] = useState(false);
  const drop = (event: DragEvent) => {
    setOver(false);
    const isCard = event.dataTransfer.types.includes(DRAGGED);
    if (isCard && dragged.current) void change([dragged.current], { status });
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
        <MoveMenu task={task} />
      </div>
      <div className={classes['cardFoot']}>
        <span>{task.assigned_to?.name ?? t('No user')}</span>
        {task.due_date && <DueDate task={task} />}
      </div>
    </li>
  );
}
