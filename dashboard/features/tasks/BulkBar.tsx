import { Button, Menu } from '@mantine/core';
import type { ReactNode } from 'react';
import { Icon } from '../../components/Icon.tsx';
import { StatusBadge } from '../../components/StatusBadge.tsx';
import type { Selection } from '../../hooks/useSelection.ts';
import { useUserOptions } from '../people/api.ts';
import type { Task } from './api.ts';
import { Priority } from './Priority.tsx';
import classes from './Tasks.module.css';
import { useChangeTasks, type QuickChanges } from './useChangeTasks.tsx';
import { PRIORITIES, STATUSES } from './labels.ts';
import { t } from '../../language/t.ts';

type Choice = { key: string; content: ReactNode; changes: QuickChanges };

const STATUS_CHOICES = STATUSES.map(({ value }): Choice => ({
  key: value,
  content: <StatusBadge state={value} />,
  changes: { status: value },
}));
const PRIORITY_CHOICES = PRIORITIES.map(({ value }): Choice => ({
  key: value,
  content: <Priority priority={value} />,
  changes: { priority: value },
}));

/** Acts on the selected tasks. The bar covers the end of the page, so that no row moves under a finger. */
export function BulkBar({ selection }: { selection: Selection<Task> }) {
  const { chosen, clear } = selection;
  const change = useChangeTasks();
  const people = useUserOptions().map(({ value, label }): Choice => ({
    key: value,
    content: label,
    changes: { assigned_to: value },
  }));
  const nobody: Choice = { key: '', content: t('No user'), changes: { assigned_to: null } };
  const apply = (changes: QuickChanges) => {
    clear();
    void change(chosen, changes);
  };
  return (
    <div className={classes['bulkRoom']}>
      <div className={classes['bulk']} role="toolbar" aria-label={t('Selected tasks')}>
        <span role="status">{t('{count} selected', { count: chosen.length })}</span>
        <ChangeMenu label={t('Status')} choices={STATUS_CHOICES} onChoose={apply} />
        <ChangeMenu label={t('Assignee')} choices={[nobody, ...people]} onChoose={apply} />
        <ChangeMenu label={t('Priority')} choices={PRIORITY_CHOICES} onChoose={apply} />
        <Button size="xs" variant="subtle" color="gray" onClick={clear}>
          {t('Clear selection')}
        </Button>
      </div>
    </div>
  );
}

type ChangeMenuProps = {
  label: string;
  choices: readonly Choice[];
  onChoose: (changes: QuickChanges) => void;
};

function ChangeMenu({ label, choices, onChoose }: ChangeMenuProps) {
  return (
    <Menu position="top-start" shadow="md" width={200}>
      <Menu.Target>
        <Button size="xs" variant="default" rightSection={<Icon name="chevronDown" size={14} />}>
          {label}
        </Button>
      </Menu.Target>
      <Menu.Dropdown mah={320} style={{ overflowY: 'auto' }}>
        {choices.map(({ key, content, changes }) => (
          <Menu.Item key={key} onClick={() => onChoose(changes)}>
            {content}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
