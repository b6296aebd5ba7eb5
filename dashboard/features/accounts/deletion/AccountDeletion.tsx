import { Button, Group, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { SkeletonBlock } from '../../../components/LoadingPlaceholder.tsx';
import { lazyComponent } from '../../../hooks/lazyComponent.tsx';
import { RelativeTime } from '../../../components/RelativeTime.tsx';
import { useQueryData } from '../../../hooks/useQueryData.tsx';
import { accountDeletionQuery, useCancelAccountDeletion, type AccountRemoval } from './api.ts';
import { t } from '../../../language/t.ts';
import { T } from '../../../language/T.tsx';

const DeleteAccountDialog = lazyComponent(
  async () => (await import('./DeleteAccountDialog.tsx')).DeleteAccountDialog,
);

type AccountDeletionProps = { name: string; account_id?: string };

/** Requests the deletion of an account, or shows a requested deletion. */
export function AccountDeletion({ name, account_id }: AccountDeletionProps) {
  const { data, placeholder } = useQueryData(
    useQuery(accountDeletionQuery(account_id)),
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
      {isAsking && (
        <DeleteAccountDialog name={name} {...(account_id && { account_id })} onClose={asking.close} />
      )}
    </>
  );
}

const WHO: Record<AccountRemoval['requested_by'], string> = {
  admin: t('an admin of the account'),
  staff: t('the staff of the platform'),
  operator: t('the operator of the platform'),
};

function Pending({ deletion, account_id }: { deletion: AccountRemoval; account_id?: string }) {
  const { mutate, isPending } = useCancelAccountDeletion(account_id);
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
