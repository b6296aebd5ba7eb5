import { Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { SkeletonBlock } from '../../components/LoadingPlaceholder.tsx';
import { Page } from '../../components/Page.tsx';
import { StatusBadge } from '../../components/StatusBadge.tsx';
import { UrlTabs } from '../../components/UrlTabs.tsx';
import { lazyComponent } from '../../hooks/lazyComponent.tsx';
import { useQueryData } from '../../hooks/useQueryData.tsx';
import { appQuery, type OAuthApp } from './api.ts';
import { AppActions } from './AppActions.tsx';
import { AppLogo } from './AppLogo.tsx';
import { AppOverview } from './AppOverview.tsx';
import { appState } from './labels.ts';
import { t } from '../../language/t.ts';

const AuthorizeBuilder = lazyComponent(async () => (await import('./AuthorizeBuilder.tsx')).AuthorizeBuilder);
const ConnectedAccounts = lazyComponent(
  async () => (await import('./ConnectedAccounts.tsx')).ConnectedAccounts,
);
const Reviews = lazyComponent(async () => (await import('./Reviews.tsx')).Reviews);

const route = getRouteApi('/apps/$clientId');

export function AppPage() {
  const { clientId } = route.useParams();
  const { data, placeholder } = useQueryData(useQuery(appQuery(clientId)), <SkeletonBlock height={320} />);
  return (
    <Page
      title={data?.name ?? t('App')}
      crumb={<Link to="/apps">{t('Apps')}</Link>}
      about={data && <Face app={data} />}
      actions={data && <AppActions app={data} />}
    >
      {placeholder}
      {data && <AppBody app={data} />}
    </Page>
  );
}

function Face({ app }: { app: OAuthApp }) {
  return (
    <Group component="span" gap={10}>
      <AppLogo app={app} />
      <StatusBadge state={appState(app)} />
    </Group>
  );
}

function AppBody({ app }: { app: OAuthApp }) {
  return (
    <UrlTabs
      label={t('App')}
      tabs={[
        { name: 'overview', label: t('Overview'), shows: () => <AppOverview app={app} /> },
        { name: 'authorize', label: t('Authorize URL'), shows: () => <AuthorizeBuilder app={app} /> },
        { name: 'review', label: t('Review'), shows: () => <Reviews app={app} /> },
        { name: 'accounts', label: t('Connected accounts'), shows: () => <ConnectedAccounts app={app} /> },
      ]}
    />
  );
}
