import '@mantine/core/styles/SimpleGrid.layer.css';
import { SimpleGrid, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMe } from '../../api/me.ts';
import { lazyComponent } from '../../hooks/lazyComponent.tsx';
import { Page } from '../../components/Page.tsx';
import { useQueryData } from '../../hooks/useQueryData.tsx';
import { homeQuery } from './api.ts';
import { ActivityChart } from './ActivityChart.tsx';
import { AccountAttentionPanel } from './AccountAttentionPanel.tsx';
import { GettingStarted } from './GettingStarted.tsx';
import classes from './Home.module.css';
import { MemberHome } from './MemberHome.tsx';
import { HomeTiles } from './HomeTiles.tsx';
import { t } from '../../language/t.ts';

const StaffHome = lazyComponent(async () => (await import('./staff/StaffHome.tsx')).StaffHome);

export function HomePage() {
  const { user, role } = useMe();
  const [first_name = ''] = user.full_name.split(' ');
  if (role === 'staff') return <StaffHome first_name={first_name} />;
  return (
    <Page title={t('Hello, {first_name}', { first_name })} about={ABOUT[role]}>
      <HomeBody />
    </Page>
  );
}

const ABOUT = {
  admin: t('Activity of the last two weeks, and everything that needs your attention.'),
  member: t('Your tasks, your latest sessions and your glasses.'),
};

function HomeBody() {
  const { data, placeholder } = useQueryData(useQuery(homeQuery), <HomeSkeleton />);
  if (placeholder) return placeholder;
  return (
    <>
      {data.for_admins && <GettingStarted home={data.for_admins} />}
      {!data.for_admins && <MemberHome />}
      <HomeTiles home={data} />
      {data.for_admins ? (
        <div className={classes['columns']}>
          <ActivityChart days={data.days} />
          <AccountAttentionPanel home={data} />
        </div>
      ) : (
        <ActivityChart days={data.days} />
      )}
    </>
  );
}

function HomeSkeleton() {
  return (
    <SimpleGrid cols={{ base: 2, md: 4 }}>
      {['a', 'b', 'c', 'd'].map((tile) => (
        <Skeleton key={tile} height={116} radius="md" />
      ))}
    </SimpleGrid>
  );
}
