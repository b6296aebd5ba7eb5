import '@mantine/core/styles/SimpleGrid.layer.css';
import { SimpleGrid, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMe } from '../../api/me.ts';
import { lazyComponent } from '../../hooks/lazyComponent.tsx';
import { Page } from '../../components/Page.tsx';
import { useQueryData } from '../../hooks/useQueryData.tsx';
import { homeQuery, type AdminHome, type Home } from './api.ts';
import { ActivityChart } from './ActivityChart.tsx';
import { listAttentionItems } from './attentionItems.tsx';
import { AttentionPanel } from './AttentionPanel.tsx';
import { GettingStarted } from './GettingStarted.tsx';
import classes from './Home.module.css';
import { MemberHome } from './MemberHome.tsx';
import { HomeTiles } from './HomeTiles.tsx';
import { RecentActivity } from './RecentActivity.tsx';
import { TrainingNow } from './TrainingNow.tsx';
import { t } from '../../language/t.ts';

const DemoCard = lazyComponent(async () => (await import('./DemoCard.tsx')).DemoCard);
const StaffHome = lazyComponent(async () => (await import('./staff/StaffHome.tsx')).StaffHome);

export function HomePage() {
  const { user, account, role } = useMe();
  const [first_name = ''] = user.full_name.split(' ');
  if (role === 'staff') return <StaffHome first_name={first_name} />;
  return (
    <Page title={t('Hello, {first_name}', { first_name })} about={ABOUT[role]}>
      {account?.is_demo && <DemoCard />}
      <HomeBody />
    </Page>
  );
}

const ABOUT = {
  admin: t('Everything that needs your attention, who is training now, and the last two weeks.'),
  member: t('Your tasks, your latest sessions, your glasses, and who is training now.'),
};

function HomeBody() {
  const { data, placeholder } = useQueryData(useQuery(homeQuery), <HomeSkeleton />);
  if (placeholder) return placeholder;
  return (
    <>
      {data.for_admins ? <AdminStart home={data} for_admins={data.for_admins} /> : <MemberHome />}
      <HomeTiles home={data} />
      <div className={classes['columns']}>
        <ActivityChart days={data.days} />
        <RecentActivity />
      </div>
    </>
  );
}

/** Items that need attention come first. Without such items, a new account starts with the setup steps. */
function AdminStart({ home, for_admins }: { home: Home; for_admins: AdminHome }) {
  const items = listAttentionItems(home);
  const steps = <GettingStarted home={for_admins} />;
  return (
    <>
      {items.length === 0 && steps}
      <div className={classes['now']}>
        <AttentionPanel items={items} />
        <TrainingNow />
      </div>
      {items.length > 0 && steps}
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
