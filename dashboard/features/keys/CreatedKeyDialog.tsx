import { useMe } from '../../api/me.ts';
import { CodeSnippet } from '../../components/CodeSnippet.tsx';
import { OneTimeSecretDialog } from '../../components/OneTimeSecretDialog.tsx';
import { CopyableSecret } from '../../components/CopyableSecret.tsx';
import type { CreatedKey } from './api.ts';
import { keySnippets } from './snippets.ts';
import { t } from '../../language/t.ts';

/** Shows the key once, with a first request to try it. */
export function CreatedKeyDialog({ made: { key }, onClose }: { made: CreatedKey; onClose: () => void }) {
  const { public_url } = useMe();
  return (
    <OneTimeSecretDialog title={t('Your new key')} onClose={onClose}>
      <CopyableSecret secret={key} what={t('key')} />
      <CodeSnippet snippets={keySnippets(public_url, key)} />
    </OneTimeSecretDialog>
  );
}
