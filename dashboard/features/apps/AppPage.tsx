import { Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { Block } from '../../components/Awaited.tsx';
import { Page } from '../../components/Page.tsx';
import { StatusBadge } from '../../components/StatusBadge.tsx';
import { UrlTabs } from '../../components/UrlTabs.tsx';
import { lazily } from '../../hooks/lazily.tsx';
import { useLoaded } from '../../hooks/useLoaded.tsx';
import { appQuery, type OAuthApp } from './api.ts';
import { AppActions } from './AppActions.tsx';
import { AppLogo } from './AppLogo.tsx';
import { AppOverview } from './AppOverview.tsx';
import { stateOf } from './words.ts';
import { t } from '../../language/t.ts';

const AuthorizeBuilder = lazily(async () => (await import('./AuthorizeBuilder.tsx')).AuthorizeBuilder);
const ConnectedAccounts = lazily(async () => (await import('./ConnectedAccounts.tsx')).ConnectedAccounts);
const Reviews = lazily(async () => (await import('./Reviews.tsx')).Reviews);

const route = getRouteApi('/apps/$clientId');

export function AppPage() {
  const { clientId } = route.useParams();
  const { data, standIn } = useLoaded(useQuery(appQuery(clientId)), <Block height={320} />);
  return (
    <Page
      title={data?.name ?? t('App')}
      crumb={<Link to="/apps">{t('Apps')}</Link>}
      about={data && <Face app={data} />}
      actions={data && <AppActions app={data} />}
    >
      {standIn}
      {data && <AppBody app={data} />}
    </Page>
  );
}

function Face({ app }: { app: OAuthApp }) {
  return (
    <Group component="span" gap={10}>
      <AppLogo app={app} />
      <StatusBadge state={stateOf(app)} />
    </Group>
  );
}

function AppBody({ app }: { app: OAuthApp }) {
  return (
    <UrlTabs
      label={t('App')}
      tabs={[
        { name: 'overview', label: t('Overview'), shows: () => <AppOverview app={app} /> },
        { name: 'authorize', label: t('Authorise URL'), shows: () => <AuthorizeBuilder app={app} /> },
        { name: 'review', label: t('Review'), shows: () => <Reviews app={app} /> },
        { name: 'accounts', label: t('Connected accounts'), shows: () => <ConnectedAccounts app={app} /> },
      ]}
    />
  );
}
