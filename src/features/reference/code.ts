import { html, type Html, type HtmlValue } from '../../lib/text/html.ts';
import { highlightCode, type CodeLanguage } from './highlight.ts';

/** The languages of samples; the first is shown by default. */
export const SAMPLE_LANGUAGES = [
  { id: 'curl', name: 'curl' },
  { id: 'typescript', name: 'TypeScript' },
  { id: 'python', name: 'Python' },
] as const;

export type SampleLanguage = (typeof SAMPLE_LANGUAGES)[number]['id'];

/** Renders one piece of code with a caption. */
export function codePanel(caption: HtmlValue, code: string, language: CodeLanguage): Html {
  return html`<figure class="code">
    <figcaption><span class="caption">${caption}</span></figcaption>
    ${codeBlock(code, language)}
  </figure>`;
}

export function jsonPanel(caption: HtmlValue, value: unknown): Html {
  return codePanel(caption, JSON.stringify(value, null, 2), 'json');
}

/** Renders a sample in several languages; only the chosen one is shown. */
export function samplePanel(
  caption: HtmlValue,
  samples: readonly { language: SampleLanguage; code: string }[],
): Html {
  const offered = SAMPLE_LANGUAGES.filter(({ id }) => samples.some(({ language }) => language === id));
  return html`<figure class="code samples">
    <figcaption>
      <span class="caption">${caption}</span>
      <span class="tabs" aria-hidden="true"
        >${offered.map(({ id, name }) => html`<label for="language-${id}" data-for="${id}">${name}</label>`)}</span
      >
    </figcaption>
    ${samples.map(
      ({ language, code }) => html`<div data-language="${language}">${codeBlock(code, language)}</div>`,
    )}
  </figure>`;
}

function codeBlock(code: string, language: CodeLanguage): Html {
  const [name, content] = [NAMES[language], highlightCode(code, language)];
  return html`<pre tabindex="0" role="group" aria-label="${name}"><code>${content}</code></pre>`;
}

const NAMES: Record<CodeLanguage, string> = {
  curl: 'Sample in curl',
  typescript: 'Sample in TypeScript',
  python: 'Sample in Python',
  go: 'Sample in Go',
  php: 'Sample in PHP',
  java: 'Sample in Java',
  json: 'JSON',
  http: 'HTTP',
};
