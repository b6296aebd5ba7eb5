import { Menu, UnstyledButton } from '@mantine/core';
import { useEffect, useRef, useState, type ComponentProps, type ReactNode } from 'react';
import { useMay } from '../../api/me.ts';
import { Icon } from '../../components/Icon.tsx';
import { StatusBadge } from '../../components/StatusBadge.tsx';
import type { Task } from './api.ts';
import { Priority } from './Priority.tsx';
import classes from './Tasks.module.css';
import { useChangeTasks, type QuickChanges } from './useChangeTasks.tsx';
import { PRIORITIES, STATUSES, optionText } from './labels.ts';
import { t } from '../../language/t.ts';

export function StatusMenu({ task }: { task: Task }) {
  return (
    <ChangeStatus task={task}>
      <StatusBadge state={task.status} />
    </ChangeStatus>
  );
}

/** On the board, where the lane says the status. */
export function MoveMenu({ task }: { task: Task }) {
  return (
    <ChangeStatus task={task}>
      <Icon name="dots" size={16} />
    </ChangeStatus>
  );
}

function ChangeStatus({ task, children }: { task: Task; children: ReactNode }) {
  const options = STATUSES.map(({ value }) => ({
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
  const options = PRIORITIES.map(({ value }) => ({
    key: value,
    content: <Priority priority={value} />,
    changes: { priority: value },
  }));
  return (
    <QuickMenu task={task} label={t('priority')} current={task.priority} options={options}>
      <Priority priority={task.priority} />
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

/** Changes one thing where it stands, without opening the task. */
function QuickMenu(props: QuickMenuProps) {
  const [isAsked, setAsked] = useState(false);
  const may = useMay();
  if (!may('PATCH /tasks')) return <>{props.children}</>;
  return (
    // The row behind would open the task.
    <span className={classes['quick']} onClick={(event) => event.stopPropagation()}>
      {isAsked ? (
        <OpenedMenu {...props} />
      ) : (
        <QuickButton {...props} aria-haspopup="menu" onClick={() => setAsked(true)} />
      )}
    </span>
  );
}

/** A menu for each of a hundred rows would keep the page waiting: one is made when it is asked for. */
function OpenedMenu(props: QuickMenuProps) {
  const { task, current, options } = props;
  const change = useChangeTasks();
  const [isPending, setPending] = useState(false);
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    // The menu returns the focus to this button when it closes.
    button.current?.focus();
    setOpen(true);
  }, []);
  return (
    <Menu opened={isOpen} onChange={setOpen} position="bottom-start" shadow="md" width={180}>
      <Menu.Target>
        <QuickButton {...props} ref={button} aria-busy={isPending} />
      </Menu.Target>
      <Menu.Dropdown>
        {options.map(({ key, content, changes }) => (
          <Menu.Item
            key={key}
            rightSection={key === current && <Icon name="check" size={14} />}
            onClick={() => {
              setPending(true);
              void change([task], changes).finally(() => setPending(false));
            }}
          >
            {content}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
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
        current: optionText(current),
      })}
      {...button}
    >
      {children}
    </UnstyledButton>
  );
}
