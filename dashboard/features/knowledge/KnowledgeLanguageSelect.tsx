import { Select } from '@mantine/core';
import type { ServerForm } from '../../hooks/useServerForm.ts';
import type { KnowledgeLanguageCode } from './api.ts';
import { KNOWLEDGE_LANGUAGE_LABELS } from './labels.ts';
import { t } from '../../language/t.ts';

const OPTIONS = Object.entries(KNOWLEDGE_LANGUAGE_LABELS).map(([value, label]) => ({ value, label }));

type KnowledgeLanguageSelectProps = { form: Pick<ServerForm<{ language: KnowledgeLanguageCode }>, 'field'> };

export function KnowledgeLanguageSelect({ form }: KnowledgeLanguageSelectProps) {
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
