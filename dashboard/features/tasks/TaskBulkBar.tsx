import { Button, Popover, Stack, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useState, type ReactNode } from 'react';
import type { ListPageData } from '../../api/list.ts';
import { BulkBar } from '../../components/bulk/BulkBar.tsx';
import { BULK_DROPDOWN, BULK_MENU_BUTTON, BulkMenu } from '../../components/bulk/BulkMenu.tsx';
import { useBulk } from '../../components/bulk/useBulk.tsx';
import { RecordMenu } from '../../components/picker/RecordMenu.tsx';
import { StatusBadge } from '../../components/StatusBadge.tsx';
import { endOfDay, formatTime } from '../../format/format.ts';
import type { MatchingSelection } from '../../hooks/useSelection.ts';
import { ASSIGNABLE_USER_SOURCE } from '../people/api.ts';
import type { Task, TaskListFilter } from './api.ts';
import {
  createBulkTaskChange,
  readMatchingTasks,
  toTaskValues,
  type TaskBulkChanges,
  type TaskValues,
} from './bulkTasks.ts';
import { PriorityLabel } from './PriorityLabel.tsx';
import { TASK_PRIORITY_OPTIONS, TASK_STATUS_OPTIONS } from './labels.ts';
import { t, verbatim, type Label } from '../../language/t.ts';

const STATUS_CHOICES = TASK_STATUS_OPTIONS.map(({ value, label }) => ({
  label,
  content: <StatusBadge state={value} />,
  changes: { status: value },
}));
const PRIORITY_CHOICES = TASK_PRIORITY_OPTIONS.map(({ value, label }) => ({
  label,
  content: <PriorityLabel priority={value} />,
  changes: { priority: value },
}));

type Choice = { label: Label; content: ReactNode; changes: TaskBulkChanges };

const NOBODY = { value: 'nobody', label: t('Unassigned') };

type TaskBulkBarProps = {
  selection: MatchingSelection<Task, TaskValues>;
  page: ListPageData<Task> | undefined;
  filter: TaskListFilter;
};

/** Changes the selected tasks. */
export function TaskBulkBar({ selection, page, filter }: TaskBulkBarProps) {
  const bulk = useBulk();
  const tasks = selection.matching ?? selection.chosen.map(toTaskValues);
  const apply = (changes: TaskBulkChanges, shown: Label) => {
    bulk.start(createBulkTaskChange(tasks, changes, shown), selection.clear);
  };
  const itemOf = ({ label, content, changes }: Choice) => ({
    label,
    content,
    onClick: () => apply(changes, label),
  });
  return (
    <BulkBar
      bulk={bulk}
      label={t('Selected tasks')}
      selection={selection}
      page={page}
      readMatching={(signal) => readMatchingTasks(filter, signal)}
    >
      <BulkMenu label={t('Status')} items={STATUS_CHOICES.map(itemOf)} />
      <RecordMenu
        source={ASSIGNABLE_USER_SOURCE}
        label={t('Assignee')}
        size="xs"
        variant="default"
        dropdown={BULK_DROPDOWN}
        extra={NOBODY}
        onChoose={(id, label) => apply({ assigned_to: id === NOBODY.value ? null : id }, label)}
      />
      <BulkMenu label={t('Priority')} items={PRIORITY_CHOICES.map(itemOf)} />
      <DueDateButton onChoose={apply} />
    </BulkBar>
  );
}

type ChooseProps = { onChoose: (changes: TaskBulkChanges, shown: Label) => void };

/** A button that chooses a due date; a chosen day means its end, as in the form of a task. */
function DueDateButton({ onChoose }: ChooseProps) {
  const [isOpen, popover] = useDisclosure();
  const [day, setDay] = useState('');
  const choose = (due_date: string | null) => {
    popover.close();
    onChoose({ due_date }, due_date === null ? t('No due date') : verbatim(formatTime('day', due_date)));
  };
  return (
    <Popover
      opened={isOpen}
      onChange={(opens) => !opens && popover.close()}
      {...BULK_DROPDOWN}
      shadow="md"
      trapFocus
      returnFocus
    >
      <Popover.Target>
        <Button {...BULK_MENU_BUTTON} onClick={popover.toggle}>
          {t('Due date')}
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <form
          onSubmit={(event) => {
            event.preventDefault();
            if (day !== '') choose(endOfDay(day));
          }}
        >
          <Stack gap="xs">
            <TextInput
              type="date"
              label={t('Due date')}
              data-autofocus
              value={day}
              onChange={({ currentTarget }) => setDay(currentTarget.value)}
            />
            <Button type="submit" size="xs" disabled={day === ''}>
              {t('Set due date')}
            </Button>
            <Button size="xs" variant="default" onClick={() => choose(null)}>
              {t('No due date')}
            </Button>
          </Stack>
        </form>
      </Popover.Dropdown>
    </Popover>
  );
}
