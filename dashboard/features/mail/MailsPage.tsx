import { useQuery } from '@tanstack/react-query';
import type { EmptyStateProps } from '../../components/EmptyState.tsx';
import { ListPage, usePage, type Column, type Filter } from '../../components/ListPage.tsx';
import { RelativeTime } from '../../components/RelativeTime.tsx';
import { StatusBadge } from '../../components/StatusBadge.tsx';
import { NoMailServerAlert } from '../../components/NoMailServerAlert.tsx';
import { useUrlState } from '../../hooks/useUrlState.ts';
import { mailsQuery, type OutgoingMail } from './api.ts';
import { MailDrawer } from './MailDrawer.tsx';
import { t } from '../../language/t.ts';

const FILTERS: readonly Filter[] = [
  {
    kind: 'select',
    name: 'state',
    label: t('State'),
    options: [
      { value: 'waiting', label: t('Waiting') },
      { value: 'sent', label: t('Sent') },
      { value: 'given_up', label: t('Given up') },
    ],
  },
  { kind: 'text', name: 'search', label: t('Address or subject') },
];

const COLUMNS: readonly Column<OutgoingMail>[] = [
  { label: t('Subject'), cell: ({ subject }) => subject },
  { label: t('To'), cell: ({ recipient }) => recipient },
  { label: t('State'), cell: ({ state }) => <StatusBadge state={state} /> },
  { label: t('Attempts'), cell: ({ attempts }) => attempts, align: 'end' },
  { label: t('Account'), cell: ({ account_name }) => account_name ?? t('The staff'), hiddenOnPhone: true },
  { label: t('Written'), cell: ({ created_at }) => <RelativeTime time={created_at} /> },
];

const EMPTY: EmptyStateProps = {
  icon: 'mail',
  title: t('No mails yet'),
  text: t('Invitations, new passwords and decisions on apps are sent from here.'),
};

export function MailsPage() {
  const { state, change } = useUrlState();
  const query = useQuery(mailsQuery({ state: state['state'], search: state['search'], ...usePage() }));
  const mail = query.data?.rows.find(({ id }) => id === state['mail']);
  return (
    <ListPage
      title={t('Mail outbox')}
      about={t(
        'What was sent and what waits. Links let their readers in, so they lie sealed and are never shown.',
      )}
      filters={FILTERS}
      above={
        <NoMailServerAlert>
          {t(
            'No mail server is configured (SMTP_URL): each mail is written to a file in the folder mail of DATA_DIR and then counts as sent. Whoever invites is shown the link; a link to a new password is only in that file and in the log of the service.',
          )}
        </NoMailServerAlert>
      }
      query={query}
      columns={COLUMNS}
      rowKey={({ id }) => id}
      onOpen={({ id }) => change({ mail: id }, 'push')}
      empty={EMPTY}
    >
      {mail && <MailDrawer mail={mail} onClose={() => change({ mail: undefined })} />}
    </ListPage>
  );
}
