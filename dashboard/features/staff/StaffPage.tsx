import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useMe } from '../../api/me.ts';
import type { Empty } from '../../components/EmptyState.tsx';
import { Icon } from '../../components/Icon.tsx';
import type { LinkGiven } from '../../components/InvitationLink.tsx';
import { lazily } from '../../hooks/lazily.tsx';
import { ListPage, usePage } from '../../components/ListPage.tsx';
import { useNew } from '../../hooks/useNew.ts';
import { WithoutMail } from '../../components/WithoutMail.tsx';
import { membersQuery, type StaffMember } from './api.ts';
import { columnsOf } from './columns.tsx';
import { Deactivate } from './Deactivate.tsx';
import { t } from '../../language/t.ts';

const InviteMember = lazily(async () => (await import('./InviteMember.tsx')).InviteMember);
const InvitationLink = lazily(
  async () => (await import('../../components/InvitationLink.tsx')).InvitationLink,
);

export function StaffPage() {
  const query = useQuery(membersQuery(usePage()));
  const inviting = useNew();
  const { user } = useMe();
  const [given, give] = useState<LinkGiven>();
  const [leaving, letGo] = useState<StaffMember>();
  const invite = (
    <Button onClick={inviting.open} leftSection={<Icon name="plus" size={16} />}>
      {t('Invite a colleague')}
    </Button>
  );
  return (
    <ListPage
      title={t('Staff')}
      about={t(
        'Who runs the platform: every account, its state and its bundles, but nothing of what is in it.',
      )}
      actions={invite}
      above={
        <WithoutMail>
          {t(
            'No mail server is configured: invitations are written to files, and the links are yours to copy.',
          )}
        </WithoutMail>
      }
      query={query}
      columns={columnsOf({ ownId: user.user_id, onLink: give, onDeactivate: letGo })}
      rowKey={({ id }) => id}
      empty={EMPTY}
    >
      {inviting.isOpen && <InviteMember onClose={inviting.close} onLink={give} />}
      {given && <InvitationLink given={given} onClose={() => give(undefined)} />}
      {leaving && <Deactivate member={leaving} onClose={() => letGo(undefined)} />}
    </ListPage>
  );
}

const EMPTY: Empty = {
  icon: 'shield',
  title: t('Nobody here yet'),
  text: t('Invite who runs the platform.'),
};
