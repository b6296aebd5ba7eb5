import { Fragment, type ReactElement, type ReactNode } from 'react';
import { findText, splitText, type PlaceholderValues } from '../../src/lib/text/translation.ts';
import { pageLanguage, pageTranslations } from './page.ts';
import { formatInsertedValue, type Label, type TranslatableText } from './t.ts';

/** A label, or elements that hold labels. */
export type LabelContent = Label | ReactElement | false | null | undefined;

type TProps<K extends TranslatableText> = { text: K } & PlaceholderValues<K, ReactNode>;

/** A translated text with React elements as values: `<T text="Ends {time}" time={<RelativeTime … />} />`. */
export function T<K extends TranslatableText>({ text, ...elements }: TProps<K>) {
  const values: Record<string, ReactNode> = elements;
  return (
    <>
      {splitText(pageLanguage, findText(pageTranslations, text), values).map((piece, at) => (
        // `bdi` isolates a stored text, so that right-to-left text does not reorder the sentence.
        <Fragment key={at}>{typeof piece === 'string' ? piece : <bdi>{show(piece.value)}</bdi>}</Fragment>
      ))}
    </>
  );
}

function show(value: ReactNode): ReactNode {
  return typeof value === 'number' ? formatInsertedValue(value) : value;
}
