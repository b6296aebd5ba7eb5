import { DownloadButton } from '../../components/DownloadButton.tsx';
import { Panel } from '../../components/Panel.tsx';

export function ExportAccount() {
  return (
    <Panel
      title="Export the account"
      about="Everything in it as one archive: its records as lines of JSON, and its files. Passwords, keys and secrets are not in it."
    >
      <DownloadButton href="/account.tar.gz" label="Download everything" />
    </Panel>
  );
}
