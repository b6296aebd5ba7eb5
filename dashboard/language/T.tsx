import { Fragment, type ReactNode } from 'react';
import type { Text } from './german/german.ts';
import { translateText, type Placeholders } from './t.ts';

type TProps<K extends Text> = { text: K } & Record<Placeholders<K>, ReactNode>;

/** A text with elements in it: `<T text="Ends {time}" time={<RelativeTime … />} />`. */
export function T<K extends Text>({ text, ...elements }: TProps<K>) {
  const named = new Map<string, ReactNode>(Object.entries<ReactNode>(elements));
  const parts = translateText(text).split(/\{(\w+)\}/);
  return (
    <>
      {parts.map((part, at) => (
        // Every second part is the name of an element; a stored text in it must not turn the rest of the sentence.
        <Fragment key={at}>{at % 2 === 0 ? part : <bdi>{named.get(part)}</bdi>}</Fragment>
      ))}
    </>
  );
}
