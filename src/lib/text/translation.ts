import type { Language, TargetLanguage } from './language.ts';

/*
 * Translates the texts of pages and mails. The English text is the key. Each feature has one file per other language
 * (`de.ts`). Texts use a part of ICU MessageFormat: `{name}` is a value, and `{count, plural, one {# task} other {#
 * tasks}}` selects a form by the plural rules of the language. A key may end in a context, such as `Open|verb`, to
 * distinguish the meanings of a word; the context is not shown.
 */

/** Texts of one language by key. */
export type Texts = Readonly<Record<string, string>>;

/** The names of the values of a text: `name` for `Delete {name}?`. */
export type Placeholders<K extends string> = K extends `${string}{${infer Inside}}${infer Rest}`
  ? NamesIn<Inside> | Placeholders<Rest>
  : never;

/** Names inside a brace: of a value or of a plural. The form of a plural contains a space or `#` and is not a name. */
type NamesIn<S extends string> = S extends `${infer Name}, plural, ${infer Forms}`
  ? Name | NamesIn<Forms>
  : S extends `${string}{${infer Inner}`
    ? NamesIn<Inner>
    : S extends `${string}${' ' | '#'}${string}`
      ? never
      : S;

/** The names of the values that select a plural form. */
type Counts<K extends string> = K extends `${infer Before}, plural, ${infer Rest}`
  ? AfterLastBrace<Before> | Counts<Rest>
  : never;
type AfterLastBrace<S extends string> = S extends `${string}{${infer Rest}` ? AfterLastBrace<Rest> : S;

export type PlaceholderValues<K extends string, V> = Record<Exclude<Placeholders<K>, Counts<K>>, V> &
  Record<Counts<K>, number>;

/** The arguments after the key; none for a text without values. */
export type Values<K extends string, V = string | number> = [Placeholders<K>] extends [never]
  ? []
  : [PlaceholderValues<K, V>];

/** Our own text, or an inserted value such as a name. */
export type Piece<V = string | number> = string | { value: V };

declare const translated: unique symbol;

/** A text in the reader's language. A plain string is not assignable, so that untranslated text does not compile. */
export type Label = string & { readonly [translated]: true };

/** Returns the translation of a key, or the English text without its context. */
export function findText(texts: Texts | undefined, key: string): string {
  const text = texts && Object.hasOwn(texts, key) ? texts[key] : undefined;
  return text ?? key.replace(CONTEXT, '');
}

const CONTEXT = /\|.*$/;

/** Splits a text into its constant pieces and its values. */
export function splitText<V>(
  language: Language,
  text: string,
  values: Readonly<Record<string, V>>,
): Piece<V | number>[] {
  const parts = selectForms(language, text, values).split(/\{(\w+)\}/);
  return parts.flatMap((part, index): Piece<V>[] => {
    const value = values[part];
    if (index % 2 === 0) return part === '' ? [] : [part];
    return value === undefined ? [`{${part}}`] : [{ value }];
  });
}

export function joinPieces<V>(
  pieces: readonly Piece<V>[],
  formatValue: (value: V) => string = String,
): string {
  return pieces.map((piece) => (typeof piece === 'string' ? piece : formatValue(piece.value))).join('');
}

const PLURAL = /\{(\w+), plural,((?: \w+ \{(?:[^{}]|\{\w+\})*\})+)\}/g;
const FORM = /(\w+) \{((?:[^{}]|\{\w+\})*)\}/g;

/** Returns the forms of each plural of a text, by plural category. */
export function pluralForms(text: string): Map<string, string>[] {
  return [...text.matchAll(PLURAL)].map(([, , forms = '']) => parseForms(forms));
}

function parseForms(forms: string): Map<string, string> {
  return new Map([...forms.matchAll(FORM)].map(([, category = '', form = '']) => [category, form]));
}

function selectForms(language: Language, text: string, values: Readonly<Record<string, unknown>>): string {
  if (!text.includes(', plural,')) return text;
  const rules = new Intl.PluralRules(language);
  return text.replaceAll(PLURAL, (_, name: string, forms: string) => {
    const form = parseForms(forms);
    const selected = form.get(rules.select(Number(values[name]))) ?? form.get('other') ?? '';
    return selected.replaceAll('#', `{${name}}`);
  });
}

type LabelSource<V> = {
  language: Language;
  texts: Texts | undefined;
  values: Readonly<Record<string, V>>;
  formatValue: (value: V | number) => string;
};

export function translateLabel<V>(
  key: string,
  { language, texts, values, formatValue }: LabelSource<V>,
): Label {
  return verbatim(joinPieces(splitText(language, findText(texts, key), values), formatValue));
}

/** Marks a text that is the same in every language, such as the name of a record or format. */
export function verbatim(text: string): Label {
  return text as Label;
}

/** A text that is rendered when the reader's language is known, for server pages and mails. */
export class LocalizedText {
  readonly pieces: (language: Language) => readonly Piece[];

  constructor(pieces: (language: Language) => readonly Piece[]) {
    this.pieces = pieces;
  }

  in(language: Language): string {
    return joinPieces(this.pieces(language));
  }

  toString(): string {
    return this.in('en');
  }
}

type LocalizedValue = string | number | LocalizedText;
type Translate<All extends string> = <K extends All>(
  key: K,
  ...values: Values<K, LocalizedValue>
) => LocalizedText;

/** Creates the function `t` of a server feature: `translator({ de })`. Each language must contain all texts. */
export function translator<All extends string>(
  languages: Readonly<Record<TargetLanguage, Readonly<Record<All, string>>>>,
): Translate<All> {
  const all: Partial<Record<Language, Texts>> = languages;
  return (key, ...[values]) =>
    new LocalizedText((language) =>
      splitText(language, findText(all[language], key), resolveValues(values ?? {}, language)),
    );
}

function resolveValues(
  values: Readonly<Record<string, LocalizedValue>>,
  language: Language,
): Record<string, string | number> {
  const resolved = Object.entries(values).map(([name, value]) => [
    name,
    value instanceof LocalizedText ? value.in(language) : value,
  ]);
  return Object.fromEntries(resolved);
}
