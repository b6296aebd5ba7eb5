import type { Language } from './language.ts';

/** A text that becomes words when the language of its reader is known. */
export class LocalizedText {
  readonly in: (language: Language) => string;

  constructor(say: (language: Language) => string) {
    this.in = say;
  }

  toString(): string {
    return this.in('en');
  }
}

/** Safe HTML: made by `html` or marked by `trusted`. */
class Html {
  readonly parts: readonly (string | LocalizedText)[];

  constructor(parts: readonly (string | LocalizedText)[]) {
    this.parts = parts;
  }

  /** In English, where nothing in it depends on its reader. */
  get text(): string {
    return this.in('en');
  }

  in(language: Language): string {
    return this.parts.map((part) => (typeof part === 'string' ? part : escape(part.in(language)))).join('');
  }

  toString(): string {
    return this.text;
  }
}

export type { Html };
export type HtmlValue =
  | Html
  | LocalizedText
  | string
  | number
  | false
  | null
  | undefined
  | readonly HtmlValue[];

/**
 * Escapes every value that is not HTML already, in text and in quoted attributes alike; null, undefined and
 * false leave nothing. A URL from outside needs its scheme checked before it becomes a `href`.
 */
export function html(strings: TemplateStringsArray, ...values: HtmlValue[]): Html {
  const parts: (string | LocalizedText)[] = [];
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

/** Marks text as HTML without escaping. */
export function trusted(text: string): Html {
  return new Html([text]);
}

/** Puts something between the items, as a list in a sentence needs it. */
export function joined(items: readonly HtmlValue[], between: HtmlValue): Html {
  return html`${items.map((item, index) => (index === 0 ? item : [between, item]))}`;
}

function render(value: HtmlValue): readonly (string | LocalizedText)[] {
  if (value === null || value === undefined || value === false) return [];
  if (value instanceof Html) return value.parts;
  if (value instanceof LocalizedText) return [value];
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
