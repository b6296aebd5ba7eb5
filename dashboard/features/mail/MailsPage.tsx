import { useQuery } from '@tanstack/react-query';
import type { EmptyStateProps } from '../../components/EmptyState.tsx';
import { ListPage, usePage, type Column, type Filter } from '../../components/ListPage.tsx';
import { RelativeTime } from '../../components/RelativeTime.tsx';
import { StatusBadge } from '../../components/StatusBadge.tsx';
import { NoMailServerAlert } from '../../components/NoMailServerAlert.tsx';
import type { ViewList } from '../../components/savedViews.ts';
import { useUrlState } from '../../hooks/useUrlState.ts';
import { lazyComponent } from '../../hooks/lazyComponent.tsx';
import { mailsQuery, type OutgoingMail } from './api.ts';
import { t } from '../../language/t.ts';

const MailDrawer = lazyComponent(async () => (await import('./MailDrawer.tsx')).MailDrawer);

const STATES = [
  { value: 'waiting', label: t('Waiting') },
  { value: 'sent', label: t('Sent') },
  { value: 'given_up', label: t('Not delivered') },
];

const FILTERS: readonly Filter[] = [
  { kind: 'search', name: 'search', label: t('Address or subject') },
  { kind: 'select', name: 'state', label: t('Status'), options: STATES },
];

const VIEWS: ViewList = {
  list: 'mail',
  builtIn: STATES.map(({ value, label }) => ({ name: label, filter: { state: value } })),
};

const COLUMNS: readonly Column<OutgoingMail>[] = [
  { key: 'subject', label: t('Subject'), cell: ({ subject }) => subject },
  { key: 'recipient', label: t('Recipient'), cell: ({ recipient }) => recipient },
  {
    key: 'state',
    label: t('Status'),
    cell: ({ state }) => <StatusBadge state={state} />,
    isPlainOnPhone: true,
  },
  { key: 'attempts', label: t('Attempts'), cell: ({ attempts }) => attempts, align: 'end' },
  {
    key: 'account',
    label: t('Account'),
    cell: ({ account_name }) => account_name ?? t('Staff account'),
    hiddenOnPhone: true,
  },
  { key: 'created', label: t('Created'), cell: ({ created_at }) => <RelativeTime time={created_at} /> },
];

const EMPTY: EmptyStateProps = {
  icon: 'mail',
  title: t('No emails yet'),
  text: t('Invitations, password links and app decisions appear here when they are sent.'),
};

export function MailsPage() {
  const { state, change } = useUrlState();
  const query = useQuery(mailsQuery({ state: state['state'], search: state['search'], ...usePage() }));
  const mail = query.data?.rows.find(({ id }) => id === state['mail']);
  return (
    <ListPage
      title={t('Email outbox')}
      about={t('Sent and waiting emails. Links in emails are encrypted and never shown.')}
      filters={FILTERS}
      views={VIEWS}
      above={
        <NoMailServerAlert>
          {t(
            'No mail server is configured (SMTP_URL). Emails are saved as files in the folder mail of DATA_DIR and then count as sent. Invitation links are also shown to the inviting person. Password links are only in the file and in the log of the service.',
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
