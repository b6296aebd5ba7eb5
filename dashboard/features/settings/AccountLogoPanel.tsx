import { useQuery } from '@tanstack/react-query';
import { accountLogoQuery } from '../../api/logo.ts';
import { useMe } from '../../api/me.ts';
import { LogoPanel } from '../../components/LogoPanel.tsx';
import { useRemoveAccountLogo, useSetAccountLogo } from './api.ts';
import { t } from '../../language/t.ts';

export function AccountLogoPanel() {
  const { account } = useMe();
  const { data } = useQuery(accountLogoQuery);
  const choosing = useSetAccountLogo();
  const removing = useRemoveAccountLogo();
  if (!account) return null;
  return (
    <LogoPanel
      name={account.name}
      logo={data?.logo}
      about={t(
        'Shown next to the account name: in the dashboard, when apps are connected, and on printed forms.',
      )}
      isBusy={choosing.isPending || removing.isPending}
      onChoose={choosing.mutateAsync}
      onRemove={removing.mutate}
    />
  );
}
