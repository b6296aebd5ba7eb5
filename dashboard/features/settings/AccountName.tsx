import { Button, Group, TextInput } from '@mantine/core';
import { useMe } from '../../api/me.ts';
import { CopyableId } from '../../components/CopyableId.tsx';
import { DraftNotice } from '../../components/DraftNotice.tsx';
import { Panel } from '../../components/Panel.tsx';
import { FactList } from '../../components/FactList.tsx';
import { useServerForm } from '../../hooks/useServerForm.ts';
import { useRenameAccount } from './api.ts';
import { t } from '../../language/t.ts';

export function AccountName() {
  const { account, public_url } = useMe();
  const { mutateAsync } = useRenameAccount();
  const form = useServerForm({ name: account?.name ?? '' }, (values) => mutateAsync(values), {
    draft: 'account name',
  });
  if (!account) return null;
  return (
    <Panel
      title={t('Account')}
      about={t('The account name appears in invitations and when apps are connected.')}
    >
      <form onSubmit={form.send} noValidate>
        <DraftNotice draft={form.draft} />
        <Group align="flex-start" gap="xs" mb="sm">
          <TextInput aria-label={t('Account name')} flex={1} maw={360} {...form.field('name')} label={null} />
          <Button
            type="submit"
            variant="default"
            loading={form.isSending}
            disabled={form.values.name === account.name}
          >
            {t('Rename')}
          </Button>
        </Group>
      </form>
      <FactList
        rows={[
          [t('Account id'), <CopyableId key="id" id={account.account_id} what={t('account id')} />],
          [t('Base URL'), <CopyableId key="url" id={`${public_url}/v1/`} what={t('base URL')} />],
        ]}
      />
    </Panel>
  );
}
