import '@mantine/core/styles/Alert.layer.css';
import { Alert, Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { EmptyState } from '../../components/EmptyState.tsx';
import { SkeletonBlock } from '../../components/LoadingPlaceholder.tsx';
import { Icon } from '../../components/Icon.tsx';
import { ListTable } from '../../components/ListTable.tsx';
import { Page } from '../../components/Page.tsx';
import { RelativeTime } from '../../components/RelativeTime.tsx';
import { DrawerSection, FactList } from '../../components/FactList.tsx';
import { useQueryData } from '../../hooks/useQueryData.tsx';
import { backupsQuery, isBackupRunning, useBackUpNow, type BackupOverview } from './api.ts';
import { BACKUP_COLUMNS } from './columns.tsx';
import { T } from '../../language/T.tsx';
import { t } from '../../language/t.ts';

export function BackupsPage() {
  return (
    <Page
      title={t('Backups')}
      about={t('Copies of the whole installation: database, files and encrypted key.')}
      actions={<BackUpNowButton />}
    >
      <BackupsBody />
    </Page>
  );
}

/** Renders nothing without a configured destination; the page then says so. */
function BackUpNowButton() {
  const { data } = useQuery(backupsQuery);
  const { mutate, isPending } = useBackUpNow();
  // The second click of a double click arrives before the button is disabled.
  const isSent = useRef(false);
  if (!data?.schedule) return null;
  const isRunning = isBackupRunning(data);
  const start = () => {
    if (isSent.current) return;
    isSent.current = true;
    mutate(undefined, { onSettled: () => void (isSent.current = false) });
  };
  return (
    <Button
      leftSection={<Icon name="database" size={16} />}
      loading={isPending}
      disabled={isRunning}
      onClick={start}
    >
      {isRunning ? t('Backup is running') : t('Back up now')}
    </Button>
  );
}

function BackupsBody() {
  const { data, placeholder } = useQueryData(useQuery(backupsQuery), <SkeletonBlock height={220} />);
  if (placeholder) return placeholder;
  const { backups, is_late, schedule } = data;
  return (
    <>
      {is_late && schedule && (
        <Alert color="red" variant="light" icon={<Icon name="alert" />} mb="md">
          {t('There is no complete backup of the last 24 hours.')}
        </Alert>
      )}
      <Schedule schedule={schedule} />
      {backups.length === 0 ? (
        <EmptyState
          icon="database"
          title={t('No backups yet')}
          text={t('Every backup appears here, including failed attempts.')}
        />
      ) : (
        <DrawerSection title={t('Latest')}>
          <ListTable label={t('Backups')} rows={backups} columns={BACKUP_COLUMNS} rowKey={({ id }) => id} />
        </DrawerSection>
      )}
    </>
  );
}

function Schedule({ schedule }: Pick<BackupOverview, 'schedule'>) {
  if (!schedule)
    return (
      <Alert color="yellow" variant="light" icon={<Icon name="database" />} mb="md">
        {t('No daily backup is configured (BACKUP_TO). Backups are created only with the backup command.')}
      </Alert>
    );
  const { place, next_at, keep } = schedule;
  return (
    <DrawerSection title={t('Schedule')}>
      <FactList
        rows={[
          [t('Next'), <Next key="next" at={next_at} />],
          [t('Destination'), <span style={{ overflowWrap: 'anywhere' }}>{place}</span>],
          [t('Retention'), t('the latest {keep}', { keep })],
        ]}
      />
    </DrawerSection>
  );
}

/** A backup is due if its planned time has passed and no process has started it. */
function Next({ at }: { at: string }) {
  const when = <RelativeTime time={at} />;
  return Date.parse(at) <= Date.now() ? <T text="due since {when}" when={when} /> : when;
}
