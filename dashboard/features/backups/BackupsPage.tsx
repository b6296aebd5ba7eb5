import { Alert, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { EmptyState } from '../../components/EmptyState.tsx';
import { ErrorState } from '../../components/ErrorState.tsx';
import { Icon } from '../../components/Icon.tsx';
import { ListTable } from '../../components/ListTable.tsx';
import { Page } from '../../components/Page.tsx';
import { RelativeTime } from '../../components/RelativeTime.tsx';
import { Facts, Section } from '../../components/SideDrawer.tsx';
import { backupsQuery, type BackupOverview } from './api.ts';
import { COLUMNS } from './columns.tsx';

export function BackupsPage() {
  return (
    <Page
      title="Backups"
      about="Copies of the whole installation: its database, its files and its sealed key."
    >
      <BackupsBody />
    </Page>
  );
}

function BackupsBody() {
  const { data, error, refetch } = useQuery(backupsQuery);
  if (error) return <ErrorState error={error} retry={() => void refetch()} />;
  if (!data) return <Skeleton height={220} radius="md" role="status" aria-label="Loading" />;
  const { backups, is_late, schedule } = data;
  return (
    <>
      {is_late && (
        <Alert color="red" variant="light" icon={<Icon name="alert" />} mb="md">
          The newest whole backup is older than a day, or there is none yet.
        </Alert>
      )}
      <Schedule schedule={schedule} />
      {backups.length === 0 ? (
        <EmptyState
          icon="database"
          title="No backups yet"
          text="Each attempt is listed here, also one that failed."
        />
      ) : (
        <Section title="The newest">
          <ListTable label="Backups" rows={backups} columns={COLUMNS} rowKey={({ id }) => id} />
        </Section>
      )}
    </>
  );
}

function Schedule({ schedule }: Pick<BackupOverview, 'schedule'>) {
  if (!schedule)
    return (
      <Alert color="yellow" variant="light" icon={<Icon name="database" />} mb="md">
        No daily backup is configured (BACKUP_TO): one is made only by the command backup.
      </Alert>
    );
  const { place, next_at, keep } = schedule;
  return (
    <Section title="Every day">
      <Facts
        rows={[
          ['Next', <Next key="next" at={next_at} />],
          ['Where to', <span style={{ overflowWrap: 'anywhere' }}>{place}</span>],
          ['Kept', `the newest ${keep}`],
        ]}
      />
    </Section>
  );
}

/** One that no process has begun yet is due. */
function Next({ at }: { at: string }) {
  return (
    <>
      {Date.parse(at) <= Date.now() && 'due since '}
      <RelativeTime time={at} />
    </>
  );
}
