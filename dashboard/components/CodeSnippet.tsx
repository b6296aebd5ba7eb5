import '@mantine/core/styles/Code.layer.css';
import '@mantine/core/styles/SegmentedControl.layer.css';
import '@mantine/core/styles/FloatingIndicator.layer.css';
import { Code, SegmentedControl } from '@mantine/core';
import { use, useState } from 'react';
import { OnSecretCopiedContext } from './onSecretCopied.ts';
import { CopyButton } from './CopyButton.tsx';
import classes from './CodeSnippet.module.css';
import type { Snippet } from '../format/snippets.ts';
import { t } from '../language/t.ts';

/** A code block with a copy button and a tab for each language. The chosen tab is kept until the page closes. */
export function CodeSnippet({ snippets, wraps = false }: { snippets: readonly Snippet[]; wraps?: boolean }) {
  const onCopied = use(OnSecretCopiedContext);
  const [chosen, choose] = useState('0');
  const shown = snippets[Number(chosen)] ?? snippets[0];
  if (!shown) return null;
  return (
    <div className={classes['snippet']}>
      <div className={classes['bar']}>
        {snippets.length > 1 ? (
          <SegmentedControl
            size="xs"
            aria-label={t('Language')}
            data={snippets.map(({ label }, index) => ({ value: String(index), label }))}
            value={chosen}
            onChange={choose}
          />
        ) : (
          <span className={classes['language']}>{shown.label}</span>
        )}
        <CopyButton text={shown.code} what={t('code')} onCopied={onCopied} />
      </div>
      <Code
        block
        className={`${classes['code']} ${wraps ? classes['wraps'] : ''}`}
        tabIndex={0}
        role="region"
        aria-label={shown.label}
      >
        {shown.code}
      </Code>
    </div>
  );
}
