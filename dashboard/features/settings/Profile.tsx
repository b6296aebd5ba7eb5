import { Button, Group, Select, Stack, TextInput } from '@mantine/core';
import { useMe } from '../../api/me.ts';
import { DraftNotice } from '../../components/DraftNotice.tsx';
import { Panel } from '../../components/Panel.tsx';
import { useServerForm } from '../../hooks/useServerForm.ts';
import { useChangeProfile } from './api.ts';
import { localeExample, parseLocale, LOCALE_OPTIONS } from './locales.ts';
import { t } from '../../language/t.ts';

/** The user's name and the format of dates and numbers. */
export function Profile() {
  const { user } = useMe();
  const { mutateAsync } = useChangeProfile();
  const before = { full_name: user.full_name, locale: parseLocale(user.locale) };
  const form = useServerForm(
    before,
    ({ full_name, locale }) => mutateAsync({ full_name, locale: locale || null }),
    { draft: 'profile' },
  );
  const { full_name, locale } = form.values;
  return (
    <Panel
      title={t('Your profile')}
      about={t('Your name appears next to your actions. Date and number formats apply to you only.')}
    >
      <form onSubmit={form.send} noValidate>
        <Stack gap="sm" maw={360}>
          <DraftNotice draft={form.draft} />
          <TextInput autoComplete="name" {...form.field('full_name')} />
          <Select
            data={[...LOCALE_OPTIONS]}
            allowDeselect={false}
            searchable
            nothingFoundMessage={t('No matching language')}
            description={t('Example: {date} and {count}.', localeExample(locale))}
            {...form.field('locale')}
          />
          <Group>
            <Button
              type="submit"
              variant="default"
              loading={form.isSending}
              disabled={full_name === before.full_name && locale === before.locale}
            >
              {t('Save')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Panel>
  );
}
