import { fill, type Placeholders } from './language.ts';

/**
 * Why a request is refused. A page composes its words from `rule` and `values`, in the language of its reader;
 * `text` is the sentence of the API.
 */
export type Reason = {
  /** Null where only a program can cause the refusal: pages have no words for it. */
  readonly rule: string | null;
  readonly values: ReasonValues;
  readonly text: string;
};
export type ReasonValues = Readonly<Record<string, string | number>>;

type ReasonOf<S extends string> = [Placeholders<S>] extends [never]
  ? Reason
  : (values: Record<Placeholders<S>, string | number>) => Reason;

/** Declares the reasons of a feature by their codes; values stand in braces. `src/service/reasons.ts` lists the declarations. */
export function defineReasons<const T extends Record<string, string>>(
  sentences: T,
): { readonly [R in keyof T]: ReasonOf<T[R]> } {
  const reasons = Object.entries(sentences).map(([rule, sentence]) => [rule, reasonOf(rule, sentence)]);
  return Object.fromEntries(reasons) as { [R in keyof T]: ReasonOf<T[R]> };
}

function reasonOf(rule: string, sentence: string) {
  if (!sentence.includes('{')) return { rule, values: {}, text: sentence };
  return (values: ReasonValues): Reason => ({ rule, values, text: fill(sentence, values) });
}

/** For refusals that no page can cause. */
export function untranslated(text: string): Reason {
  return { rule: null, values: {}, text };
}
