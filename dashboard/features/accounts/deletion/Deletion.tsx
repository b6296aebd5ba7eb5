import { Button, Group, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { SkeletonBlock } from '../../../components/LoadingPlaceholder.tsx';
import { lazyComponent } from '../../../hooks/lazyComponent.tsx';
import { RelativeTime } from '../../../components/RelativeTime.tsx';
import { useQueryData } from '../../../hooks/useQueryData.tsx';
import { deletionQuery, useCancelDeletion, type AccountRemoval } from './api.ts';
import { t } from '../../../language/t.ts';
import { T } from '../../../language/T.tsx';

const DeletionDialog = lazyComponent(async () => (await import('./DeletionDialog.tsx')).DeletionDialog);

type DeletionProps = { name: string; account_id?: string };

/** Asks for the deletion of an account, or tells of it. */
export function Deletion({ name, account_id }: DeletionProps) {
  const { data, placeholder } = useQueryData(
    useQuery(deletionQuery(account_id)),
    <SkeletonBlock height={36} />,
  );
  const [isAsking, asking] = useDisclosure();
  if (placeholder) return placeholder;
  if (data) return <Pending deletion={data} {...(account_id && { account_id })} />;
  return (
    <>
      <Button variant="light" color="red" onClick={asking.open}>
        {t('Delete account')}
      </Button>
      {isAsking && <DeletionDialog name={name} {...(account_id && { account_id })} onClose={asking.close} />}
    </>
  );
}

const WHO: Record<AccountRemoval['requested_by'], string> = {
  admin: t('an admin of the account'),
  staff: t('the staff of the platform'),
  operator: t('the operator of the platform'),
};

function Pending({ deletion, account_id }: { deletion: AccountRemoval; account_id?: string }) {
  const { mutate, isPending } = useCancelDeletion(account_id);
  if (deletion.started_at) return <Text size="sm">{t("The account's data is being deleted.")}</Text>;
  return (
    <Group justify="space-between">
      <Text size="sm">
        <T
          text="Will be deleted {when}. Requested by {who}."
          when={<RelativeTime time={deletion.due_at} />}
          who={WHO[deletion.requested_by]}
        />
      </Text>
      <Button variant="default" loading={isPending} onClick={() => mutate()}>
        {t('Cancel deletion')}
      </Button>
    </Group>
  );
}
