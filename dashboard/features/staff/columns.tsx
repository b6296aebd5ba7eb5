import { Text } from '@mantine/core';
import type { InvitationToCopy } from '../../components/InvitationLinkDialog.tsx';
import type { Column } from '../../components/ListPage.tsx';
import { RelativeTime } from '../../components/RelativeTime.tsx';
import { StatusBadge } from '../../components/StatusBadge.tsx';
import classes from '../people/People.module.css';
import type { StaffMember } from './api.ts';
import { StaffMemberActions } from './StaffMemberActions.tsx';
import { t } from '../../language/t.ts';
import { T } from '../../language/T.tsx';

type StaffColumnOptions = {
  ownId: string;
  onInvitationLink: (invitation: InvitationToCopy) => void;
  onDeactivate: (member: StaffMember) => void;
};

export function staffColumns({ ownId, ...on }: StaffColumnOptions): readonly Column<StaffMember>[] {
  return [
    {
      key: 'staffMember',
      label: t('Staff member'),
      cell: (member) => <NameCell member={member} isOwn={member.id === ownId} />,
    },
    {
      key: 'status',
      label: t('Status'),
      cell: (member) => <StatusCell member={member} />,
      isPlainOnPhone: true,
    },
    {
      key: 'lastSeen',
      label: t('Last seen'),
      cell: ({ last_seen_at }) => <RelativeTime time={last_seen_at} none={t('Never')} />,
    },
    {
      key: 'since',
      label: t('Since'),
      cell: ({ created_at }) => <RelativeTime time={created_at} />,
      hiddenOnPhone: true,
    },
    {
      key: 'actions',
      label: t('Actions'),
      cell: (member) => (member.id === ownId ? null : <StaffMemberActions member={member} {...on} />),
      align: 'end',
      holdsActions: true,
    },
  ];
}

function NameCell({ member: { full_name, email }, isOwn }: { member: StaffMember; isOwn: boolean }) {
  return (
    <span className={classes['named']}>
      <b>
        {full_name}
        {isOwn && <span className={classes['own']}>{t('you')}</span>}
      </b>
      <span className={classes['email']}>{email}</span>
    </span>
  );
}

function StatusCell({ member: { standing, invited_until } }: { member: StaffMember }) {
  return (
    <span className={classes['standing']}>
      <StatusBadge state={standing} />
      {standing === 'invited' && (
        <Text span size="xs" c="dimmed">
          {invited_until ? (
            <T text="expires {when}" when={<RelativeTime time={invited_until} />} />
          ) : (
            t('no active link')
          )}
        </Text>
      )}
    </span>
  );
}
