import '@mantine/core/styles/Alert.layer.css';
import { Alert, Button, Group } from '@mantine/core';
import { Icon } from '../../components/Icon.tsx';
import { toCsv } from '../../format/csv.ts';
import { downloadCsv } from '../../format/downloadCsv.ts';
import { t } from '../../language/t.ts';

export type InvitationLink = { email: string; full_name: string; link: string };

/** The links of imported people, for an installation without a mail server. */
export function InvitationLinks({ links }: { links: readonly InvitationLink[] }) {
  return (
    <>
      <Alert color="yellow" variant="light" icon={<Icon name="mail" />} p="sm">
        {t(
          'No mail server is configured, so the invitations were only saved as files. Download the links now and send each one to that person only. The links are not shown again. You can create new ones later.',
        )}
      </Alert>
      <Group>
        <Button
          variant="default"
          leftSection={<Icon name="download" size={16} />}
          onClick={() => downloadLinks(links)}
        >
          {t('Download {count, plural, one {# link} other {# links}}', { count: links.length })}
        </Button>
      </Group>
    </>
  );
}

function downloadLinks(links: readonly InvitationLink[]): void {
  const rows = links.map(({ email, full_name, link }) => [email, full_name, link]);
  downloadCsv(
    'invitation-links.csv',
    toCsv([t('Email address'), t('Full name'), t('Invitation link')], rows),
  );
}
