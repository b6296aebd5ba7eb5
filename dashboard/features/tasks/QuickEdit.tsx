import { UnstyledButton } from '@mantine/core';
import type { ComponentProps, ReactNode } from 'react';
import { useMay } from '../../api/me.ts';
import { DropdownMenu } from '../../components/DropdownMenu.tsx';
import { Icon } from '../../components/Icon.tsx';
import { StatusBadge } from '../../components/StatusBadge.tsx';
import type { Task } from './api.ts';
import { PriorityLabel } from './PriorityLabel.tsx';
import classes from './Tasks.module.css';
import { useChangeTask, type QuickChanges } from './useChangeTask.ts';
import { TASK_PRIORITY_OPTIONS, TASK_STATUS_OPTIONS, optionLabelInSentence } from './labels.ts';
import { t } from '../../language/t.ts';

export function StatusMenu({ task }: { task: Task }) {
  return (
    <ChangeStatus task={task}>
      <StatusBadge state={task.status} />
    </ChangeStatus>
  );
}

/** A status menu for the board, whose columns show the status. */
export function BoardStatusMenu({ task }: { task: Task }) {
  return (
    <ChangeStatus task={task}>
      <Icon name="dots" size={16} />
    </ChangeStatus>
  );
}

function ChangeStatus({ task, children }: { task: Task; children: ReactNode }) {
  const options = TASK_STATUS_OPTIONS.map(({ value }) => ({
    key: value,
    content: <StatusBadge state={value} />,
    changes: { status: value },
  }));
  return (
    <QuickMenu task={task} label={t('status')} current={task.status} options={options}>
      {children}
    </QuickMenu>
  );
}

export function PriorityMenu({ task }: { task: Task }) {
  const options = TASK_PRIORITY_OPTIONS.map(({ value }) => ({
    key: value,
    content: <PriorityLabel priority={value} />,
    changes: { priority: value },
  }));
  return (
    <QuickMenu task={task} label={t('priority')} current={task.priority} options={options}>
      <PriorityLabel priority={task.priority} />
    </QuickMenu>
  );
}

type QuickMenuProps = {
  task: Task;
  label: string;
  current: string;
  options: readonly { key: string; content: ReactNode; changes: QuickChanges }[];
  children: ReactNode;
};

/** Changes one field of a task in the list, without opening the task. */
function QuickMenu(props: QuickMenuProps) {
  const { task, current, options } = props;
  const { change, isPending } = useChangeTask();
  const may = useMay();
  if (!may('PATCH /tasks')) return <>{props.children}</>;
  return (
    // Stops the click, which would otherwise open the task of the row.
    <span className={classes['quick']} onClick={(event) => event.stopPropagation()}>
      <DropdownMenu
        position="bottom-start"
        width={180}
        button={<QuickButton {...props} aria-busy={isPending} />}
      >
        {(Menu) =>
          options.map(({ key, content, changes }) => (
            <Menu.Item
              key={key}
              rightSection={key === current && <Icon name="check" size={14} />}
              onClick={() => change(task, changes)}
            >
              {content}
            </Menu.Item>
          ))
        }
      </DropdownMenu>
    </span>
  );
}

type QuickButtonProps = QuickMenuProps & ComponentProps<'button'>;

function QuickButton({ task, label, current, options: _, children, ...button }: QuickButtonProps) {
  return (
    <UnstyledButton
      className={classes['quickButton']}
      aria-label={t('Change the {label} of {title}, now {current}', {
        label,
        title: task.title,
        current: optionLabelInSentence(current),
      })}
      {...button}
    >
      {children}
    </UnstyledButton>
  );
}
