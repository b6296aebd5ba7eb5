import { Button, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Icon } from '../../components/Icon.tsx';
import { languageQuery } from './api.ts';
import { LANGUAGE_OPTIONS } from './labels.ts';
import { t } from '../../language/t.ts';

/** Shows the search language; a button for those who may change it. */
export function LanguageButton({ onClick }: { onClick: (() => void) | undefined }) {
  const { data } = useQuery(languageQuery);
  if (!data) return null;
  const words = t('Language: {language}', { language: LANGUAGE_OPTIONS[data.language] });
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
