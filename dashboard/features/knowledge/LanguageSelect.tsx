import { Select } from '@mantine/core';
import type { ServerForm } from '../../hooks/useServerForm.ts';
import type { Language } from './api.ts';
import { LANGUAGES } from './labels.ts';
import { t } from '../../language/t.ts';

const OPTIONS = Object.entries(LANGUAGES).map(([value, label]) => ({ value, label }));

type LanguageSelectProps = { form: Pick<ServerForm<{ language: Language }>, 'field'> };

export function LanguageSelect({ form }: LanguageSelectProps) {
  return (
    <Select
      description={t(
        'The search language of the account: “bolts” also finds “bolt”. A change processes all documents again.',
      )}
      data={OPTIONS}
      searchable
      allowDeselect={false}
      {...form.field('language')}
    />
  );
}
