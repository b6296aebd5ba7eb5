import { Button, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Icon } from '../../components/Icon.tsx';
import { knowledgeLanguageQuery } from './api.ts';
import { KNOWLEDGE_LANGUAGE_LABELS } from './labels.ts';
import { t } from '../../language/t.ts';

/** Shows the search language; a button for users who may change it. */
export function KnowledgeLanguageButton({ onClick }: { onClick: (() => void) | undefined }) {
  const { data } = useQuery(knowledgeLanguageQuery);
  if (!data) return null;
  const words = t('Language: {language}', { language: KNOWLEDGE_LANGUAGE_LABELS[data.language] });
  if (!onClick)
    return (
      <Text size="sm" c="dimmed">
        {words}
      </Text>
    );
  return (
    <Button variant="subtle" color="gray" leftSection={<Icon name="edit" size={14} />} onClick={onClick}>
      {words}
    </Button>
  );
}
