import '@mantine/core/styles/Alert.layer.css';
import { Alert, Button, Text } from '@mantine/core';
import { AccountLink } from '../../components/AccountLink.tsx';
import { Icon } from '../../components/Icon.tsx';
import { CopyableId } from '../../components/CopyableId.tsx';
import { DateAndTime } from '../../components/DateAndTime.tsx';
import { DrawerSection, FactList } from '../../components/FactList.tsx';
import { SideDrawer } from '../../components/SideDrawer.tsx';
import { StatusBadge } from '../../components/StatusBadge.tsx';
import { useSendMailAgain, type OutgoingMail } from './api.ts';
import { t } from '../../language/t.ts';

export function MailDrawer({ mail, onClose }: { mail: OutgoingMail; onClose: () => void }) {
  const { mutate, isPending } = useSendMailAgain();
  const waits = mail.state === 'waiting';
  return (
    <SideDrawer
      title={mail.subject}
      onClose={onClose}
      actions={
        waits && (
          <Button size="xs" loading={isPending} onClick={() => mutate(mail)}>
            {t('Send now')}
          </Button>
        )
      }
    >
      <FactList rows={factsOf(mail)} />
      {mail.last_error && (
        <DrawerSection title={t('Last error')}>
          <Alert color={waits ? 'yellow' : 'red'} variant="light" icon={<Icon name="alert" />}>
            <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
              {mail.last_error}
            </Text>
          </Alert>
        </DrawerSection>
      )}
      {!waits && (
        <Text size="sm" c="dimmed" mt="lg">
          {t(
            'The content of this email was deleted, so it cannot be sent again. Invite the person again, or have them reset their password.',
          )}
        </Text>
      )}
    </SideDrawer>
  );
}

function factsOf(mail: OutgoingMail) {
  const end =
    mail.state === 'waiting' ? t('Next attempt') : mail.state === 'sent' ? t('Sent') : t('Not delivered');
  return [
    [t('Status'), <StatusBadge key="state" state={mail.state} />],
    [t('Recipient'), mail.recipient],
    [t('Account'), accountOf(mail)],
    [t('Attempts'), mail.attempts],
    [t('Created'), <DateAndTime key="written" time={mail.created_at} />],
    [end, <DateAndTime key="end" time={mail.ended_at ?? mail.due_at} />],
    [t('Link expires'), <DateAndTime key="until" time={mail.give_up_at} />],
    [t('Email id'), <CopyableId key="id" id={mail.id} what={t('email id')} />],
  ] as const;
}

function accountOf({ account_id, account_name }: OutgoingMail) {
  return account_name === null ? (
    t('Staff account')
  ) : (
    <AccountLink key="account" id={account_id} name={account_name} />
  );
}
