import { useMe } from '../../api/me.ts';
import { Panel } from '../../components/Panel.tsx';
import { AccountDeletion } from '../accounts/deletion/AccountDeletion.tsx';
import { t } from '../../language/t.ts';

export function DeleteAccount() {
  const { account } = useMe();
  if (!account) return null;
  return (
    <Panel title={t('Delete account')} about={t('Deletes the account with all of its people and data.')}>
      <AccountDeletion name={account.name} />
    </Panel>
  );
}
