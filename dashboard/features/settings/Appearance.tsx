import { Select, Stack, useMantineColorScheme, type MantineColorScheme } from '@mantine/core';
import { PAGE_LANGUAGE_NAMES, PAGE_LANGUAGES } from '../../../src/lib/text/language.ts';
import { Panel } from '../../components/Panel.tsx';
import { pageLanguage } from '../../language/page.ts';
import { t } from '../../language/t.ts';

const LANGUAGES = PAGE_LANGUAGES.map((value) => ({ value, label: PAGE_LANGUAGE_NAMES[value] }));

const SCHEMES: { value: MantineColorScheme; label: string }[] = [
  { value: 'auto', label: t('Same as system') },
  { value: 'light', label: t('Light') },
  { value: 'dark', label: t('Dark') },
];

/** The language and the color scheme of the pages. A new language loads the page again, because texts are constants. */
export function Appearance() {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const chooseLanguage = (language: string | null) => {
    if (language !== null && language !== pageLanguage) location.assign(`/language/${language}`);
  };
  const chooseScheme = (value: string | null) => {
    const chosen = SCHEMES.find((scheme) => scheme.value === value);
    if (chosen) setColorScheme(chosen.value);
  };
  return (
    <Panel
      title={t('Appearance')}
      about={t(
        'The language also applies to emails that you receive. The color scheme applies to this browser.',
      )}
    >
      <Stack gap="sm" maw={360}>
        <Select
          label={t('Language')}
          data={LANGUAGES}
          value={pageLanguage}
          allowDeselect={false}
          onChange={chooseLanguage}
        />
        <Select
          label={t('Color scheme')}
          data={SCHEMES}
          value={colorScheme}
          allowDeselect={false}
          onChange={chooseScheme}
        />
      </Stack>
    </Panel>
  );
}
