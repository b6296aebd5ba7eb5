import { useMe } from '../../api/me.ts';
import { Panel } from '../../components/Panel.tsx';
import { Deletion } from '../accounts/deletion/Deletion.tsx';

export function DeleteAccount() {
  const { account } = useMe();
  if (!account) return null;
  return (
    <Panel title="Delete the account" about="For all of its people, with everything that is in it.">
      <Deletion name={account.name} />
    </Panel>
  );
}
