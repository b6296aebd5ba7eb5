import { useMe } from '../../api/me.ts';
import { Panel } from '../../components/Panel.tsx';
import { Deletion } from '../accounts/deletion/Deletion.tsx';
import { t } from '../../language/t.ts';

export function DeleteAccount() {
  const { account } = useMe();
  if (!account) return null;
  return (
    <Panel title={t('Delete the account')} about={t('For all of its people, with everything that is in it.')}>
      <Deletion name={account.name} />
    </Panel>
  );
}
