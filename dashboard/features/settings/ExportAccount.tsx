import { DownloadButton } from '../../components/DownloadButton.tsx';
import { Panel } from '../../components/Panel.tsx';
import { t } from '../../language/t.ts';

export function ExportAccount() {
  return (
    <Panel
      title={t('Export the account')}
      about={t(
        'All data in one archive: records as JSON lines, and files. Passwords, keys and secrets are not included.',
      )}
    >
      <DownloadButton href="/account.tar.gz" label={t('Export all data')} />
    </Panel>
  );
}
