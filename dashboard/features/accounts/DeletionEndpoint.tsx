import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { SkeletonBlock } from '../../components/LoadingPlaceholder.tsx';
import { FormDialog } from '../../components/FormDialog.tsx';
import { useQueryData } from '../../hooks/useQueryData.tsx';
import { useServerForm } from '../../hooks/useServerForm.ts';
import {
  deletionEndpointQuery,
  useRemoveDeletionEndpoint,
  useSetDeletionEndpoint,
  type DeletionEndpointView,
} from './api.ts';
import { t } from '../../language/t.ts';

type DeletionEndpointProps = { account_id: string };

/** The endpoint that receives the deleted sessions of this account. */
export function DeletionEndpoint({ account_id }: DeletionEndpointProps) {
  const { data, placeholder } = useQueryData(
    useQuery(deletionEndpointQuery(account_id)),
    <SkeletonBlock height={60} />,
  );
  const remove = useRemoveDeletionEndpoint(account_id);
  const [isAsking, asking] = useDisclosure();
  if (!data) return placeholder;
  return (
    <Stack gap="xs">
      <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
        {describe(data)}
      </Text>
      <Group gap="xs">
        <Button variant="default" size="xs" onClick={asking.open}>
          {data.url === null ? t('Use a separate deletion endpoint') : t('Change the deletion endpoint')}
        </Button>
        {data.url !== null && (
          <Button
            variant="light"
            color="red"
            size="xs"
            loading={remove.isPending}
            onClick={() => remove.mutate()}
          >
            {t('Remove the deletion endpoint')}
          </Button>
        )}
      </Group>
      {isAsking && <EndpointDialog account_id={account_id} endpoint={data} onClose={asking.close} />}
    </Stack>
  );
}

function describe({ url, has_default }: DeletionEndpointView): string {
  if (url !== null) return url;
  return has_default
    ? t('Session deletions are sent to the endpoint of the installation.')
    : t('Session deletions are on hold: neither the account nor the installation has an endpoint.');
}

type EndpointDialogProps = DeletionEndpointProps & { endpoint: DeletionEndpointView; onClose: () => void };

function EndpointDialog({ account_id, endpoint, onClose }: EndpointDialogProps) {
  const { mutateAsync } = useSetDeletionEndpoint(account_id, onClose);
  const form = useServerForm(
    { url: endpoint.url ?? '', secret: '' },
    ({ url, secret }) => mutateAsync({ url: url.trim(), ...(secret !== '' && { secret }) }),
    { draft: `deletion endpoint ${account_id}` },
  );
  return (
    <FormDialog title={t('Deletion endpoint')} verb={t('Save')} onClose={onClose} form={form}>
      <Text size="sm" c="dimmed">
        {t(
          'This endpoint is notified of every deleted session of this account. Requests are signed with the secret.',
        )}
      </Text>
      <TextInput
        placeholder="https://training.example.com/deletions"
        type="url"
        required
        data-autofocus
        {...form.field('url')}
      />
      <TextInput
        type="password"
        autoComplete="off"
        required={endpoint.url === null}
        {...(endpoint.url !== null && { description: t('Leave empty to keep the current secret.') })}
        {...form.field('secret')}
      />
    </FormDialog>
  );
}
