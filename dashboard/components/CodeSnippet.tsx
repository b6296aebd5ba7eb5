import '@mantine/core/styles/Code.layer.css';
import '@mantine/core/styles/SegmentedControl.layer.css';
import '@mantine/core/styles/FloatingIndicator.layer.css';
import { Code, SegmentedControl } from '@mantine/core';
import { useState } from 'react';
import { CopyButton } from './CopyButton.tsx';
import classes from './CodeSnippet.module.css';
import type { Snippet } from '../format/snippets.ts';
import { t } from '../language/t.ts';

/** Code in several languages, to be copied; the chosen language is remembered while the page is open. */
export function CodeSnippet({ snippets, wraps = false }: { snippets: readonly Snippet[]; wraps?: boolean }) {
  const [language, setLanguage] = useState(snippets[0]?.language ?? '');
  const shown = snippets.find((one) => one.language === language) ?? snippets[0];
  if (!shown) return null;
  return (
    <div className={classes['snippet']}>
      <div className={classes['bar']}>
        {snippets.length > 1 ? (
          <SegmentedControl
            size="xs"
            aria-label={t('Language')}
            data={snippets.map((one) => one.language)}
            value={shown.language}
            onChange={setLanguage}
          />
        ) : (
          <span className={classes['language']}>{shown.language}</span>
        )}
        <CopyButton text={shown.code} what={t('code')} />
      </div>
      <Code
        block
        className={`${classes['code']} ${wraps ? classes['wraps'] : ''}`}
        tabIndex={0}
        role="region"
        aria-label={shown.language}
      >
        {shown.code}
      </Code>
    </div>
  );
}
