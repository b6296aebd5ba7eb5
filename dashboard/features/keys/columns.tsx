import '@mantine/core/styles/Code.layer.css';
import type { ReactNode } from 'react';
import { Code } from '@mantine/core';
import { ActionsMenu } from '../../components/ActionsMenu.tsx';
import { Hint } from '../../components/Hint.tsx';
import type { Column } from '../../components/ListPage.tsx';
import { RelativeTime } from '../../components/RelativeTime.tsx';
import { StatusBadge } from '../../components/StatusBadge.tsx';
import { UserLink } from '../../components/UserLink.tsx';
import type { Key } from './api.ts';
import classes from './Keys.module.css';
import { expiresSoon, isLongUnused, keyStatus } from './restrictions.ts';
import { t } from '../../language/t.ts';
import { DAY_MS } from '../../../src/lib/time/clock.ts';

export type KeyAction = 'change' | 'revoke' | 'replace';

export function keyColumns(onAction: (action: KeyAction, key: Key) => void): readonly Column<Key>[] {
  return [
    { key: 'name', label: t('Name'), cell: ({ name }) => <b className={classes['name']}>{name}</b> },
    {
      key: 'key',
      label: t('Key'),
      cell: ({ last4 }) => <Code className={classes['masked']}>tak_…{last4}</Code>,
      isPlainOnPhone: true,
    },
    { key: 'status', label: t('Status'), cell: (key) => <Status of={key} />, isPlainOnPhone: true },
    { key: 'scopes', label: t('Scopes'), cell: (key) => <Scopes of={key} />, isPlainOnPhone: true },
    {
      key: 'createdBy',
      label: t('Created by'),
      cell: ({ created_by }) => (created_by ? <UserLink user={created_by} /> : t('The operator')),
    },
    {
      key: 'created',
      label: t('Created'),
      cell: ({ created_at }) => <RelativeTime time={created_at} />,
      hiddenOnPhone: true,
    },
    { key: 'lastUsed', label: t('Last used'), cell: (key) => <LastUsed of={key} /> },
    {
      key: 'actions',
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
    <Hint label={scopes.join('\n')} hasLines opensOnTouch>
      <span className={classes['scopes']} tabIndex={0} role="note" aria-label={scopes.join(', ')}>
        {scopes.slice(0, SHOWN).map((scope) => (
          <span key={scope}>{scope}</span>
        ))}
        {rest > 0 && <span>+{rest}</span>}
      </span>
    </Hint>
  );
}

/** Shows by colour how recently a key was used, so that unused keys are noticed. */
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
    <Hint label={addresses.join('\n')} hasLines opensOnTouch>
      <span
        tabIndex={0}
        role="note"
        aria-label={t('Restricted to {addresses}', { addresses: addresses.join(', ') })}
      >
        <Note>
          {t('Restricted to {count, plural, one {# address} other {# addresses}}', {
            count: addresses.length,
          })}
        </Note>
      </span>
    </Hint>
  );
}

function Note({ isWarning = false, children }: { isWarning?: boolean; children: ReactNode }) {
  return (
    <span className={classes['note']} data-warning={isWarning}>
      {children}
    </span>
  );
}

function Actions({ of: key, onAction }: { of: Key; onAction: (action: KeyAction, key: Key) => void }) {
  const status = keyStatus(key);
  if (status === 'revoked') return null;
  return (
    <ActionsMenu
      of={key.name}
      actions={[
        { label: t('Change expiry and IP addresses'), icon: 'edit', onClick: () => onAction('change', key) },
        status === 'live' && {
          label: t('Replace key'),
          icon: 'rotate',
          onClick: () => onAction('replace', key),
        },
        { label: t('Revoke key'), icon: 'ban', isDestructive: true, onClick: () => onAction('revoke', key) },
      ]}
    />
  );
}
