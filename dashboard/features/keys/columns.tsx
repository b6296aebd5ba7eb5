import { ActionIcon, Code, Menu, Tooltip } from '@mantine/core';
import { Icon } from '../../components/Icon.tsx';
import type { Column } from '../../components/ListPage.tsx';
import { RelativeTime } from '../../components/RelativeTime.tsx';
import { StatusBadge } from '../../components/StatusBadge.tsx';
import { DAY_MS } from '../../components/time.ts';
import type { Key } from './api.ts';
import classes from './Keys.module.css';

export type Action = 'revoke' | 'roll';

export function columnsOf(onAction: (action: Action, key: Key) => void): readonly Column<Key>[] {
  return [
    { label: 'Name', cell: ({ name }) => <b className={classes['name']}>{name}</b> },
    { label: 'Key', cell: ({ last4 }) => <Code className={classes['masked']}>tak_…{last4}</Code> },
    { label: 'Scopes', cell: (key) => <Scopes of={key} /> },
    { label: 'Created by', cell: ({ created_by }) => created_by?.name ?? 'The operator' },
    { label: 'Created', cell: ({ created_at }) => <RelativeTime time={created_at} />, hiddenOnPhone: true },
    { label: 'Last used', cell: (key) => <LastUsed of={key} /> },
    {
      label: 'Status',
      cell: ({ revoked_at }) => <StatusBadge state={revoked_at === null ? 'live' : 'revoked'} />,
    },
    {
      label: 'Actions',
      cell: (key) => <Actions of={key} onAction={onAction} />,
      align: 'end',
      holdsActions: true,
    },
  ];
}

const SHOWN = 2;

function Scopes({ of: { scopes } }: { of: Key }) {
  const rest = scopes.length - SHOWN;
  return (
    <Tooltip
      label={scopes.join('\n')}
      style={{ whiteSpace: 'pre' }}
      events={{ hover: true, focus: true, touch: true }}
    >
      <span className={classes['scopes']} tabIndex={0} role="note" aria-label={scopes.join(', ')}>
        {scopes.slice(0, SHOWN).map((scope) => (
          <span key={scope}>{scope}</span>
        ))}
        {rest > 0 && <span>+{rest}</span>}
      </span>
    </Tooltip>
  );
}

/** Green while in use, grey when unused for long, so that unused keys are noticed. */
function LastUsed({ of: { last_used_at } }: { of: Key }) {
  const days = last_used_at === null ? Infinity : (Date.now() - Date.parse(last_used_at)) / DAY_MS;
  const freshness = days < 1 ? 'fresh' : days < 30 ? 'resting' : 'stale';
  return (
    <span className={classes['used']} data-freshness={freshness}>
      <RelativeTime time={last_used_at} none="Never" />
    </span>
  );
}

function Actions({ of: key, onAction }: { of: Key; onAction: (action: Action, key: Key) => void }) {
  if (key.revoked_at !== null) return null;
  return (
    <Menu position="bottom-end" shadow="md" width={170}>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" aria-label={`Actions for ${key.name}`}>
          <Icon name="dots" />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<Icon name="rotate" size={16} />} onClick={() => onAction('roll', key)}>
          Roll key
        </Menu.Item>
        <Menu.Item
          color="red"
          leftSection={<Icon name="ban" size={16} />}
          onClick={() => onAction('revoke', key)}
        >
          Revoke key
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
