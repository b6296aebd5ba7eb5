import '@mantine/core/styles/Code.layer.css';
import type { ReactNode } from 'react';
import { ActionIcon, Code, Menu, Tooltip } from '@mantine/core';
import { Icon } from '../../components/Icon.tsx';
import type { Column } from '../../components/ListPage.tsx';
import { RelativeTime } from '../../components/RelativeTime.tsx';
import { StatusBadge } from '../../components/StatusBadge.tsx';
import { DAY_MS } from '../../format/format.ts';
import type { Key } from './api.ts';
import classes from './Keys.module.css';
import { expiresSoon, isLongUnused, keyStatus } from './restrictions.ts';
import { plural, t } from '../../language/t.ts';

export type Action = 'change' | 'revoke' | 'roll';

export function keyColumns(onAction: (action: Action, key: Key) => void): readonly Column<Key>[] {
  return [
    { label: t('Name'), cell: ({ name }) => <b className={classes['name']}>{name}</b> },
    { label: t('Key'), cell: ({ last4 }) => <Code className={classes['masked']}>tak_…{last4}</Code> },
    { label: t('Scopes'), cell: (key) => <Scopes of={key} /> },
    { label: t('Created by'), cell: ({ created_by }) => created_by?.name ?? t('The operator') },
    {
      label: t('Created'),
      cell: ({ created_at }) => <RelativeTime time={created_at} />,
      hiddenOnPhone: true,
    },
    { label: t('Last used'), cell: (key) => <LastUsed of={key} /> },
    { label: t('Status'), cell: (key) => <Status of={key} /> },
    {
      label: t('Actions'),
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
function LastUsed({ of: key }: { of: Key }) {
  const { last_used_at } = key;
  const days = last_used_at === null ? Infinity : (Date.now() - Date.parse(last_used_at)) / DAY_MS;
  const freshness = days < 1 ? 'fresh' : days < 30 ? 'resting' : 'stale';
  return (
    <span className={classes['stack']}>
      <span className={classes['used']} data-freshness={freshness}>
        <RelativeTime time={last_used_at} none={t('Never')} />
      </span>
      {keyStatus(key) === 'live' && isLongUnused(key) && <Note isWarning>{t('Unused for 90 days')}</Note>}
    </span>
  );
}

function Status({ of: key }: { of: Key }) {
  const { expires_at, allowed_addresses } = key;
  const status = keyStatus(key);
  return (
    <span className={classes['stack']}>
      <StatusBadge state={status} />
      {expires_at !== null && status !== 'revoked' && (
        <Note isWarning={status === 'live' && expiresSoon(key)}>
          {status === 'live' ? t('Expires') : t('Ended')} <RelativeTime time={expires_at} />
        </Note>
      )}
      {allowed_addresses && status !== 'revoked' && <Addresses of={allowed_addresses} />}
    </span>
  );
}

function Addresses({ of: addresses }: { of: readonly string[] }) {
  return (
    <Tooltip
      label={addresses.join('\n')}
      style={{ whiteSpace: 'pre' }}
      events={{ hover: true, focus: true, touch: true }}
    >
      <span
        tabIndex={0}
        role="note"
        aria-label={t('Restricted to {addresses}', { addresses: addresses.join(', ') })}
      >
        <Note>{t('Restricted to {count}', { count: plural(addresses.length, 'address', 'addresses') })}</Note>
      </span>
    </Tooltip>
  );
}

function Note({ isWarning = false, children }: { isWarning?: boolean; children: ReactNode }) {
  return (
    <span className={classes['note']} data-warning={isWarning}>
      {children}
    </span>
  );
}

function Actions({ of: key, onAction }: { of: Key; onAction: (action: Action, key: Key) => void }) {
  const status = keyStatus(key);
  if (status === 'revoked') return null;
  return (
    <Menu position="bottom-end" shadow="md" width={230}>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" aria-label={t('Actions for {name}', { name: key.name })}>
          <Icon name="dots" />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<Icon name="edit" size={16} />} onClick={() => onAction('change', key)}>
          {t('Change expiry and addresses')}
        </Menu.Item>
        {status === 'live' && (
          <Menu.Item leftSection={<Icon name="rotate" size={16} />} onClick={() => onAction('roll', key)}>
            {t('Replace key')}
          </Menu.Item>
        )}
        <Menu.Item
          color="red"
          leftSection={<Icon name="ban" size={16} />}
          onClick={() => onAction('revoke', key)}
        >
          {t('Revoke key')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
