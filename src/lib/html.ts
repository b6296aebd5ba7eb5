/** Safe HTML: made by `html` or marked by `trusted`. */
class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  toString(): string {
    return this.text;
  }
}

export type { Html };
export type HtmlValue = Html | string | number | false | null | undefined | readonly HtmlValue[];

/**
 * Escapes every value that is not HTML already, in text and in quoted attributes alike; null, undefined and
 * false leave nothing. A URL from outside needs its scheme checked before it becomes a `href`.
 */
export function html(strings: TemplateStringsArray, ...values: HtmlValue[]): Html {
  return new Html(String.raw({ raw: strings }, ...values.map(render)));
}

/** Marks text as HTML without escaping. */
export function trusted(text: string): Html {
  return new Html(text);
}

/** Puts something between the items, as a list in a sentence needs it. */
export function joined(items: readonly HtmlValue[], between: HtmlValue): Html {
  return html`${items.map((item, index) => (index === 0 ? item : [between, item]))}`;
}

function render(value: HtmlValue): string {
  if (value === null || value === undefined || value === false) return '';
  if (value instanceof Html) return value.text;
  if (typeof value === 'string' || typeof value === 'number') return escape(String(value));
  return value.map(render).join('');
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
