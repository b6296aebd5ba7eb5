import { DownloadButton } from '../../components/DownloadButton.tsx';
import { Panel } from '../../components/Panel.tsx';
import { t } from '../../language/t.ts';

export function ExportAccount() {
  return (
    <Panel
      title={t('Export the account')}
      about={t(
        'Everything in it as one archive: its records as lines of JSON, and its files. Passwords, keys and secrets are not in it.',
      )}
    >
      <DownloadButton href="/account.tar.gz" label={t('Download everything')} />
    </Panel>
  );
}
