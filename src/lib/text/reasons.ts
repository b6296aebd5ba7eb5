import { joinPieces, splitText, type Placeholders } from './translation.ts';

/**
 * The reason of an error. The API sends `text` in English; our own pages translate `rule` with `values` for their
 * reader.
 */
export type Reason = {
  /** Null for errors that only API clients can cause: our own pages have no text for these. */
  readonly rule: string | null;
  readonly values: ReasonValues;
  readonly text: string;
};
export type ReasonValues = Readonly<Record<string, string | number>>;

type ReasonOf<S extends string> = [Placeholders<S>] extends [never]
  ? Reason
  : (values: Record<Placeholders<S>, string | number>) => Reason;

/**
 * Declares the reasons of a feature by code; names in braces are values. `src/service/reasons.ts` lists all
 * declarations.
 */
export function defineReasons<const T extends Record<string, string>>(
  sentences: T,
): { readonly [R in keyof T]: ReasonOf<T[R]> } {
  const reasons = Object.entries(sentences).map(([rule, sentence]) => [rule, reasonOf(rule, sentence)]);
  return Object.fromEntries(reasons) as { [R in keyof T]: ReasonOf<T[R]> };
}

function reasonOf(rule: string, sentence: string) {
  if (!sentence.includes('{')) return { rule, values: {}, text: sentence };
  return (values: ReasonValues): Reason => ({
    rule,
    values,
    text: joinPieces(splitText('en', sentence, values)),
  });
}

/** Creates a reason in English only, for an error that none of our own pages can cause. */
export function untranslated(text: string): Reason {
  return { rule: null, values: {}, text };
}
