import '@mantine/core/styles/SimpleGrid.layer.css';
import { Button, SimpleGrid } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { DownloadButton } from '../../components/DownloadButton.tsx';
import { SkeletonBlock } from '../../components/LoadingPlaceholder.tsx';
import { CopyableId } from '../../components/CopyableId.tsx';
import { DateAndTime } from '../../components/DateAndTime.tsx';
import { DrawerSection, FactList } from '../../components/FactList.tsx';
import { SideDrawer } from '../../components/SideDrawer.tsx';
import { StatusBadge } from '../../components/StatusBadge.tsx';
import { Tile } from '../../components/Tile.tsx';
import { useQueryData } from '../../hooks/useQueryData.tsx';
import { AllocatedBundles } from '../bundles/AllocatedBundles.tsx';
import { AccountAdmins } from './AccountAdmins.tsx';
import { accountQuery, type AccountDetail } from './api.ts';
import { AccountDeletion } from './deletion/AccountDeletion.tsx';
import { DeletionEndpoint } from './DeletionEndpoint.tsx';
import { ApiCallsByDay } from './ApiCallsByDay.tsx';
import { ErasePersonButton } from './ErasePersonButton.tsx';
import { AccountStateDialog } from './AccountStateDialog.tsx';
import { StorageUsage } from './StorageUsage.tsx';
import { t } from '../../language/t.ts';

export function AccountDrawer({ id, onClose }: { id: string; onClose: () => void }) {
  const { data, placeholder } = useQueryData(useQuery(accountQuery(id)), <SkeletonBlock height={320} />);
  const [isAsking, asking] = useDisclosure();
  return (
    <SideDrawer
      title={data?.name ?? t('Account')}
      onClose={onClose}
      actions={
        data && (
          <Button size="xs" variant="default" onClick={asking.open}>
            {data.state === 'active' ? t('Suspend') : t('Reactivate')}
          </Button>
        )
      }
    >
      {placeholder}
      {data && <AccountBody account={data} />}
      {data && isAsking && <AccountStateDialog account={data} onClose={asking.close} />}
    </SideDrawer>
  );
}

function AccountBody({ account }: { account: AccountDetail }) {
  const tasks = account.days.map((day) => day.tasks);
  const sessions = account.days.map((day) => day.sessions);
  return (
    <>
      <SimpleGrid cols={2} spacing="sm" mb="lg">
        <Tile
          label={t('Tasks, 30 days')}
          value={account.tasks}
          trend={{ measure: 'tasks_created', days: tasks }}
        />
        <Tile
          label={t('Sessions, 30 days')}
          value={account.sessions}
          trend={{ measure: 'sessions', days: sessions }}
        />
      </SimpleGrid>
      <DrawerSection title={t('API calls per day (UTC)')}>
        <ApiCallsByDay days={account.days} />
      </DrawerSection>
      <DrawerSection title={t('Account')}>
        <FactList rows={factsOf(account)} />
      </DrawerSection>
      <DrawerSection title={t('Storage')}>
        <StorageUsage storage={account.storage} />
      </DrawerSection>
      <DrawerSection title={t('Admins')}>
        <AccountAdmins account={account} />
      </DrawerSection>
      <DrawerSection title={t('Bundles')}>
        <AllocatedBundles account={account} />
      </DrawerSection>
      <DrawerSection title={t('Export')}>
        <DownloadButton
          href={`/account-for-staff.tar.gz?account_id=${account.id}`}
          label={t('Export all data')}
        />
      </DrawerSection>
      <DrawerSection title={t('People')}>
        <ErasePersonButton account_id={account.id} />
      </DrawerSection>
      <DrawerSection title={t('Deletion endpoint')}>
        <DeletionEndpoint account_id={account.id} />
      </DrawerSection>
      <DrawerSection title={t('Deletion')}>
        <AccountDeletion name={account.name} account_id={account.id} />
      </DrawerSection>
    </>
  );
}

function factsOf(account: AccountDetail) {
  return [
    [t('Status'), <StatusBadge key="state" state={account.state} />],
    [t('Account id'), <CopyableId key="id" id={account.id} what={t('account id')} />],
    [t('Since'), <DateAndTime key="since" time={account.created_at} />],
    [t('Last activity'), <DateAndTime key="active" time={account.last_active_at} none={t('Never')} />],
    [t('People'), t('{people} active', { people: account.people })],
    [t('Seats'), account.seats],
    [t('Training'), t('{minutes} min in 30 days', { minutes: account.minutes })],
    [t('Deliveries'), t('{deliveries} in 30 days', { deliveries: account.deliveries })],
    [t('API calls'), t('{calls} in 30 days', { calls: account.calls })],
    [t('API keys'), t('{keys} active', { keys: account.keys })],
    [t('Last API call'), <DateAndTime key="call" time={account.last_call_at} none={t('Never')} />],
    [t('Endpoints'), account.endpoints],
    [t('Apps'), t('{connected_apps} connected', { connected_apps: account.connected_apps })],
  ] as const;
}
