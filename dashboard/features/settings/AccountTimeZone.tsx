import { Button, Group, Select } from '@mantine/core';
import { useMe } from '../../api/me.ts';
import { listTimeZones } from '../../format/format.ts';
import { Panel } from '../../components/Panel.tsx';
import { useServerForm } from '../../hooks/useServerForm.ts';
import { useSetTimeZone } from './api.ts';
import { t } from '../../language/t.ts';

export function AccountTimeZone() {
  const { account } = useMe();
  const { mutateAsync } = useSetTimeZone();
  const current = account?.time_zone ?? 'UTC';
  const form = useServerForm({ time_zone: current }, (values) => mutateAsync(values));
  return (
    <Panel
      title={t('Time zone')}
      about={t(
        'Reports, charts, lists and due dates use the days of this time zone, for everyone in the account.',
      )}
    >
      <form onSubmit={form.send} noValidate>
        <Group align="flex-start" gap="xs">
          <Select
            aria-label={t('Time zone')}
            flex={1}
            maw={360}
            data={listTimeZones(current)}
            searchable
            allowDeselect={false}
            nothingFoundMessage={t('No matching time zone')}
            {...form.field('time_zone')}
            label={null}
          />
          <Button
            type="submit"
            variant="default"
            loading={form.isSending}
            disabled={form.values.time_zone === current}
          >
            {t('Set time zone')}
          </Button>
        </Group>
      </form>
    </Panel>
  );
}
