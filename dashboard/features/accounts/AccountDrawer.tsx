import { Button, SimpleGrid, Skeleton } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { DownloadButton } from '../../components/DownloadButton.tsx';
import { ErrorState } from '../../components/ErrorState.tsx';
import { Id } from '../../components/Id.tsx';
import { RelativeTime } from '../../components/RelativeTime.tsx';
import { Facts, Section, SideDrawer } from '../../components/SideDrawer.tsx';
import { StatusBadge } from '../../components/StatusBadge.tsx';
import { Tile } from '../../components/Tile.tsx';
import { AllocatedBundles } from '../bundles/AllocatedBundles.tsx';
import { Admins } from './Admins.tsx';
import { accountQuery, type AccountDetail } from './api.ts';
import { Deletion } from './deletion/Deletion.tsx';
import { CallsByDay } from './CallsByDay.tsx';
import { ErasePerson } from './ErasePerson.tsx';
import { StateDialog } from './StateDialog.tsx';
import { Stored } from './Stored.tsx';

export function AccountDrawer({ id, onClose }: { id: string; onClose: () => void }) {
  const { data, error, refetch } = useQuery(accountQuery(id));
  const [isAsking, asking] = useDisclosure();
  return (
    <SideDrawer
      title={data?.name ?? 'Account'}
      isOpen
      onClose={onClose}
      actions={
        data && (
          <Button size="xs" variant="default" onClick={asking.open}>
            {data.state === 'active' ? 'Suspend' : 'Reactivate'}
          </Button>
        )
      }
    >
      {error && <ErrorState error={error} retry={() => void refetch()} />}
      {!error && !data && <Skeleton height={320} radius="md" />}
      {data && <AccountBody account={data} />}
      {data && isAsking && <StateDialog account={data} onClose={asking.close} />}
    </SideDrawer>
  );
}

function AccountBody({ account }: { account: AccountDetail }) {
  const tasks = account.days.map((day) => day.tasks);
  const sessions = account.days.map((day) => day.sessions);
  return (
    <>
      <SimpleGrid cols={2} spacing="sm" mb="lg">
        <Tile label="Tasks, 30 days" value={account.tasks} days={tasks} />
        <Tile label="Sessions, 30 days" value={account.sessions} days={sessions} />
      </SimpleGrid>
      <Section title="API calls by day">
        <CallsByDay days={account.days} />
      </Section>
      <Section title="Account">
        <Facts rows={factsOf(account)} />
      </Section>
      <Section title="Stored">
        <Stored storage={account.storage} />
      </Section>
      <Section title="Admins">
        <Admins account={account} />
      </Section>
      <Section title="Bundles">
        <AllocatedBundles account={account} />
      </Section>
      <Section title="Export">
        <DownloadButton
          href={`/account-for-staff.tar.gz?account_id=${account.id}`}
          label="Download everything"
        />
      </Section>
      <Section title="People">
        <ErasePerson account_id={account.id} />
      </Section>
      <Section title="Deletion">
        <Deletion name={account.name} account_id={account.id} />
      </Section>
    </>
  );
}

function factsOf(account: AccountDetail) {
  return [
    ['State', <StatusBadge key="state" state={account.state} />],
    ['Account id', <Id key="id" id={account.id} what="account id" />],
    ['Since', <RelativeTime key="since" time={account.created_at} />],
    ['Last activity', <RelativeTime key="active" time={account.last_active_at} none="Never" />],
    ['People', `${account.people} active`],
    ['Seats', account.seats],
    ['Training', `${account.minutes.toLocaleString('en')} min in 30 days`],
    ['Deliveries', `${account.deliveries.toLocaleString('en')} in 30 days`],
    ['API calls', `${account.calls.toLocaleString('en')} in 30 days`],
    ['API keys', `${account.keys} live`],
    ['Last API call', <RelativeTime key="call" time={account.last_call_at} none="Never" />],
    ['Endpoints', account.endpoints],
    ['Apps', `${account.connected_apps} connected`],
  ] as const;
}
