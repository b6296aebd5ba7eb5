import { Anchor, Button, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Fragment } from 'react';
import type { Column } from '../../components/ListPage.tsx';
import { Logo } from '../../components/Logo.tsx';
import { RelativeTime } from '../../components/RelativeTime.tsx';
import { ScopeList } from '../../components/ScopeList.tsx';
import { StatusBadge } from '../../components/StatusBadge.tsx';
import { UserLink } from '../../components/UserLink.tsx';
import { scopesQuery } from '../keys/api.ts';
import type { AppConnection } from './api.ts';
import classes from './Connections.module.css';
import { T } from '../../language/T.tsx';
import { t } from '../../language/t.ts';

export function connectionColumns(
  onDisconnect: (connection: AppConnection) => void,
): readonly Column<AppConnection>[] {
  return [
    { key: 'app', label: t('App'), cell: (connection) => <Name {...connection} /> },
    {
      key: 'createdBy',
      label: t('Developed by'),
      cell: ({ owner_name }) => owner_name ?? t('Another account'),
    },
    { key: 'scopes', label: t('Scopes'), cell: ({ scopes }) => <Allowed scopes={scopes} /> },
    {
      key: 'receivesEventsAt',
      label: t('Receives events at'),
      cell: ({ endpoints }) => <Endpoints endpoints={endpoints} />,
    },
    { key: 'allowed', label: t('Allowed'), cell: (connection) => <Consent {...connection} /> },
    {
      key: 'lastUsed',
      label: t('Last used'),
      cell: ({ last_used_at }) => <RelativeTime time={last_used_at} none={t('Never')} />,
    },
    {
      key: 'actions',
      label: t('Actions'),
      align: 'end',
      holdsActions: true,
      cell: (connection) => (
        <Button
          size="compact-sm"
          variant="subtle"
          color="gray"
          aria-label={t('Disconnect {name}', { name: connection.name })}
          onClick={() => onDisconnect(connection)}
        >
          {t('Disconnect')}
        </Button>
      ),
    },
  ];
}

function Name({ name, logo, homepage, is_suspended }: AppConnection) {
  return (
    <Group gap={8} wrap="nowrap">
      <Logo url={logo} name={name} />
      <div>
        {homepage === '' ? (
          <b>{name}</b>
        ) : (
          <Anchor href={homepage} target="_blank" rel="noreferrer" size="sm" fw={550}>
            {name}
          </Anchor>
        )}
        {is_suspended && <StatusBadge state="suspended" />}
      </div>
    </Group>
  );
}

/** Shows the scopes with the descriptions of the consent page. */
function Allowed({ scopes }: Pick<AppConnection, 'scopes'>) {
  const { data } = useQuery(scopesQuery);
  const aboutOf = new Map<string, string>(data?.scopes.map(({ scope, about }) => [scope, about]));
  return (
    <ul className={classes['allowed']}>
      {scopes.map((scope) => (
        <li key={scope}>{aboutOf.get(scope) ?? scope}</li>
      ))}
    </ul>
  );
}

function Consent({ connected_at, allowed_by }: AppConnection) {
  return (
    <>
      <RelativeTime time={connected_at} />
      {allowed_by.length > 0 && (
        <>
          {' '}
          <T text="by {allowed_by}" allowed_by={<Users users={allowed_by} />} />
        </>
      )}
    </>
  );
}

function Users({ users }: { users: AppConnection['allowed_by'] }) {
  return users.map((user, at) => (
    <Fragment key={user.user_id}>
      {at > 0 && ', '}
      <UserLink user={user} />
    </Fragment>
  ));
}

/** Shows only host and events, because the rest of the URL may contain a secret of the app. */
function Endpoints({ endpoints }: Pick<AppConnection, 'endpoints'>) {
  if (endpoints.length === 0) return '–';
  return (
    <Stack gap={6}>
      {endpoints.map(({ id, url, events }) => (
        <div key={id}>
          <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
            {new URL(url).host}
          </Text>
          <ScopeList scopes={events} />
        </div>
      ))}
    </Stack>
  );
}
