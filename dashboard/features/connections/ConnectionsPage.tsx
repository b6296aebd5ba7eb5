import { Anchor, Button, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ConfirmDialog } from '../../components/ConfirmDialog.tsx';
import type { EmptyStateProps } from '../../components/EmptyState.tsx';
import { ListPage, type Column } from '../../components/ListPage.tsx';
import { Logo } from '../../components/Logo.tsx';
import { RelativeTime } from '../../components/RelativeTime.tsx';
import { ScopeList } from '../../components/ScopeList.tsx';
import { StatusBadge } from '../../components/StatusBadge.tsx';
import { scopesQuery } from '../keys/api.ts';
import { connectionsQuery, useDisconnect, type AppConnection } from './api.ts';
import classes from './Connections.module.css';
import { t } from '../../language/t.ts';

export function ConnectionsPage() {
  const query = useQuery(connectionsQuery);
  const [leaving, setLeaving] = useState<AppConnection>();
  return (
    <ListPage
      title={t('Connected apps')}
      about={t('Apps with access to this account, and their scopes.')}
      query={query}
      columns={columnsOf(setLeaving)}
      rowKey={({ client_id }) => client_id}
      empty={EMPTY}
    >
      {leaving && <Disconnect from={leaving} onClose={() => setLeaving(undefined)} />}
    </ListPage>
  );
}

const EMPTY: EmptyStateProps = {
  icon: 'connections',
  title: t('No connected apps'),
  text: t('Apps appear here after an admin allows them to access this account.'),
};

function columnsOf(onLeave: (connection: AppConnection) => void): readonly Column<AppConnection>[] {
  return [
    { label: t('App'), cell: (connection) => <Name {...connection} /> },
    { label: t('Created by'), cell: ({ owner_name }) => owner_name ?? t('Another account') },
    { label: t('Scopes'), cell: ({ scopes }) => <Allowed scopes={scopes} /> },
    { label: t('Receives events at'), cell: ({ endpoints }) => <Endpoints endpoints={endpoints} /> },
    { label: t('Allowed'), cell: (connection) => <Consent {...connection} /> },
    {
      label: t('Last used'),
      cell: ({ last_used_at }) => <RelativeTime time={last_used_at} none={t('Never')} />,
    },
    {
      label: t('Actions'),
      align: 'end',
      holdsActions: true,
      cell: (connection) => (
        <Button
          size="xs"
          variant="default"
          aria-label={t('Disconnect {name}', { name: connection.name })}
          onClick={() => onLeave(connection)}
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

/** In the words of the page on which they were allowed. */
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
      {allowed_by.length > 0 && ` ${t('by {allowed_by}', { allowed_by: allowed_by.join(', ') })}`}
    </>
  );
}

/** Host and events; the rest of an address may be a secret of the app. */
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

function Disconnect({ from: { client_id, name }, onClose }: { from: AppConnection; onClose: () => void }) {
  const { mutate, isPending } = useDisconnect(onClose);
  return (
    <ConfirmDialog
      title={t('Disconnect {name}?', { name })}
      text={t(
        'All tokens of the app for this account stop working immediately, and its endpoints receive no more events. An admin must allow the app again before you can use it.',
      )}
      verb={t('Disconnect')}
      isOpen
      isBusy={isPending}
      onConfirm={() => mutate(client_id)}
      onClose={onClose}
    />
  );
}
