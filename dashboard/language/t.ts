import { formatNumber } from '../format/format.ts';
import { language } from './page.ts';
import type { Counted, Text } from './german/german.ts';

/** The placeholders of a text: `name` for `Delete {name}?`. */
export type Placeholders<K extends string> = K extends `${string}{${infer Name}}${infer Rest}`
  ? Name | Placeholders<Rest>
  : never;
type Values<K extends string> = [Placeholders<K>] extends [never]
  ? []
  : [Record<Placeholders<K>, string | number>];

type Texts = { german?: Record<Text, string>; counted?: Record<Counted, readonly [string, string]> };

/** A German page brings them along; in English the keys are the texts. */
const { german, counted }: Texts = Reflect.get(globalThis, 'texts') ?? {};

/** A text of the pages in their language, with numbers as its reader writes them; English is its own key. */
export function t<K extends Text>(text: K, ...[values]: Values<K>): string {
  return fill(translateText(text), values ?? {});
}

/** With its braces as they are. */
export function translateText(text: Text): string {
  return german?.[text] ?? text;
}

/** A text that was put together, such as the title of an act; in English where the catalogue lacks it. */
export function translateLabels(text: string): string {
  return isText(text) ? translateText(text) : text;
}

/** `1 token`, `2 tokens`; `1 copy`, `2 copies`. */
export function plural(count: number, one: Counted, many = `${one}s`): string {
  const [single, several] = counted?.[one] ?? [one, many];
  return `${formatNumber(count)} ${count === 1 ? single : several}`;
}

/** A label within a sentence: German nouns keep their capital. */
export function inSentence(label: string): string {
  return language === 'de' ? label : label.toLowerCase();
}

function isText(text: string): text is Text {
  return german !== undefined && Object.hasOwn(german, text);
}

function fill(text: string, values: Record<string, string | number>): string {
  return text.replaceAll(/\{(\w+)\}/g, (whole, name: string) => {
    const value = values[name] ?? whole;
    return typeof value === 'number' ? formatNumber(value) : isolateDirection(value);
  });
}

const DIRECTION_CONTROLS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff]/;

/** Removes unclosed direction controls and isolates right-to-left text, so that a value does not turn its sentence. */
function isolateDirection(value: string): string {
  const text = value.replaceAll(DIRECTION_CONTROLS, '');
  return RIGHT_TO_LEFT.test(text) ? `\u2068${text}\u2069` : text;
}
