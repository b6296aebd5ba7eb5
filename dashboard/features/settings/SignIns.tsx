import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { deleteStoredUserData } from '../../api/userStorage.ts';
import { ConfirmDialog } from '../../components/ConfirmDialog.tsx';
import { SkeletonBlock } from '../../components/LoadingPlaceholder.tsx';
import type { Column } from '../../components/columns.ts';
import { ListTable } from '../../components/ListTable.tsx';
import { Panel } from '../../components/Panel.tsx';
import { RelativeTime } from '../../components/RelativeTime.tsx';
import { useQueryData } from '../../hooks/useQueryData.tsx';
import { signInsQuery, useSignOut, useSignOutEverywhere, type SignInEntry } from './api.ts';
import { browserName } from './browserName.ts';
import { t } from '../../language/t.ts';

export function SignIns() {
  const { data, placeholder } = useQueryData(useQuery(signInsQuery), <SkeletonBlock height={80} />);
  const { mutate } = useSignOut();
  const [isConfirming, setIsConfirming] = useState(false);
  return (
    <Panel
      title={t('Active sign-ins')}
      about={t('Sign-ins expire after one day without use, and after two weeks at the latest.')}
      actions={
        <Button variant="default" onClick={() => setIsConfirming(true)}>
          {t('Sign out everywhere')}
        </Button>
      }
    >
      {placeholder}
      {data && (
        <ListTable label={t('Sign-ins')} rows={data} columns={columnsOf(mutate)} rowKey={({ id }) => id} />
      )}
      {isConfirming && <Everywhere onClose={() => setIsConfirming(false)} />}
    </Panel>
  );
}

function columnsOf(onSignOut: (id: string) => void): readonly Column<SignInEntry>[] {
  return [
    {
      key: 'browser',
      label: t('Browser'),
      cell: ({ browser }) => <span title={browser}>{browserName(browser)}</span>,
    },
    { key: 'address', label: t('Address'), cell: ({ address }) => address },
    { key: 'signedIn', label: t('Signed in'), cell: ({ created_at }) => <RelativeTime time={created_at} /> },
    {
      key: 'lastSeen',
      label: t('Last seen'),
      cell: ({ last_seen_at }) => <RelativeTime time={last_seen_at} />,
    },
    {
      key: 'actions',
      label: t('Actions'),
      align: 'end',
      holdsActions: true,
      cell: ({ id, is_current, browser }) =>
        is_current ? (
          t('This browser')
        ) : (
          <Button
            size="compact-sm"
            variant="subtle"
            color="gray"
            aria-label={t('Sign out on {browser}', { browser: browserName(browser) })}
            onClick={() => onSignOut(id)}
          >
            {t('Sign out')}
          </Button>
        ),
    },
  ];
}

function Everywhere({ onClose }: { onClose: () => void }) {
  const { mutate, isPending } = useSignOutEverywhere(() => {
    void deleteStoredUserData().finally(() => location.assign('/sign-in'));
  });
  return (
    <ConfirmDialog
      title={t('Sign out everywhere?')}
      text={t('All browsers are signed out, including this one.')}
      verb={t('Sign out everywhere')}
      isBusy={isPending}
      onConfirm={() => mutate()}
      onClose={onClose}
    />
  );
}
