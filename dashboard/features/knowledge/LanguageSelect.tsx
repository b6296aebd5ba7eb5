import { Select } from '@mantine/core';
import type { ServerForm } from '../../hooks/useServerForm.ts';
import type { KnowledgeLanguageCode } from './api.ts';
import { LANGUAGE_OPTIONS } from './labels.ts';
import { t } from '../../language/t.ts';

const OPTIONS = Object.entries(LANGUAGE_OPTIONS).map(([value, label]) => ({ value, label }));

type LanguageSelectProps = { form: Pick<ServerForm<{ language: KnowledgeLanguageCode }>, 'field'> };

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
