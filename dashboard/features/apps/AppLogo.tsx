import { useQuery } from '@tanstack/react-query';
import { Logo } from '../../components/Logo.tsx';
import { LogoPanel } from '../../components/LogoPanel.tsx';
import { appLogosQuery, useRemoveAppLogo, useSetAppLogo, type OAuthApp } from './api.ts';
import { t } from '../../language/t.ts';

type AppLogoProps = { app: Pick<OAuthApp, 'client_id' | 'name'>; isLarge?: boolean };

export function AppLogo({ app: { client_id, name }, isLarge = false }: AppLogoProps) {
  return <Logo url={useLogo(client_id)} name={name} isLarge={isLarge} />;
}

export function AppLogoPanel({ app: { client_id, name, reviewed } }: { app: OAuthApp }) {
  const logo = useLogo(client_id);
  const choosing = useSetAppLogo(client_id);
  const removing = useRemoveAppLogo(client_id);
  return (
    <LogoPanel
      name={name}
      logo={logo}
      about={
        reviewed
          ? t('Shown next to the name of the app. Customers see a new logo after the next review.')
          : t('Shown next to the name of the app, also when customers connect it.')
      }
      isBusy={choosing.isPending || removing.isPending}
      onChoose={choosing.mutateAsync}
      onRemove={removing.mutate}
    />
  );
}

function useLogo(client_id: string): string | null | undefined {
  const { data } = useQuery(appLogosQuery);
  return data && (data.find((one) => one.client_id === client_id)?.logo ?? null);
}
