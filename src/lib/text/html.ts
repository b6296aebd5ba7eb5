import type { Language } from './language.ts';
import { LocalizedText } from './translation.ts';

/** HTML that depends on the language of the reader. */
type LocalizedHtml = (language: Language) => Html;
type Part = string | LocalizedText | LocalizedHtml;

/** Safe HTML: built by `html` or marked by `trusted`. */
class Html {
  readonly parts: readonly Part[];

  constructor(parts: readonly Part[]) {
    this.parts = parts;
  }

  /** The HTML in English, for content that does not depend on the reader. */
  get text(): string {
    return this.in('en');
  }

  in(language: Language): string {
    return this.parts.map((part) => renderPart(part, language)).join('');
  }

  toString(): string {
    return this.text;
  }
}

export type { Html };
export type HtmlValue =
  | Html
  | LocalizedText
  | LocalizedHtml
  | string
  | number
  | false
  | null
  | undefined
  | readonly HtmlValue[];

/**
 * Template tag that escapes all values that are not Html, for text and quoted attributes. Null, undefined and false
 * produce nothing. Check the scheme of an external URL before using it in `href`.
 */
export function html(strings: TemplateStringsArray, ...values: HtmlValue[]): Html {
  const parts: Part[] = [];
  let text = strings[0] ?? '';
  for (const [at, value] of values.entries()) {
    for (const part of render(value)) {
      if (typeof part === 'string') text += part;
      else {
        parts.push(text, part);
        text = '';
      }
    }
    text += strings[at + 1] ?? '';
  }
  return new Html([...parts, text]);
}

/** Marks text as HTML without escaping; only for markup that our own code or a trusted library made. */
export function trustedHtml(text: string): Html {
  return new Html([text]);
}

export function joinHtml(items: readonly HtmlValue[], between: HtmlValue): Html {
  return html`${items.map((item, index) => (index === 0 ? item : [between, item]))}`;
}

function renderPart(part: Part, language: Language): string {
  if (typeof part === 'string') return part;
  return part instanceof LocalizedText ? escape(part.in(language)) : part(language).in(language);
}

function render(value: HtmlValue): readonly Part[] {
  if (value === null || value === undefined || value === false) return [];
  if (value instanceof Html) return value.parts;
  if (value instanceof LocalizedText || typeof value === 'function') return [value];
  if (typeof value === 'string' || typeof value === 'number') return [escape(String(value))];
  return value.flatMap(render);
}

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escape(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => ENTITIES[character] ?? '');
}
