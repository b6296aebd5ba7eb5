import '@mantine/core/styles/Tooltip.layer.css';
import { Tooltip } from '@mantine/core';

export type HintBubbleProps = {
  label: string;
  target: HTMLElement;
  /** Shows each line of the label in a line of its own. */
  hasLines?: boolean;
};

/** The open tooltip of a `Hint`. */
export function HintBubble({ label, target, hasLines = false }: HintBubbleProps) {
  return (
    <Tooltip
      opened
      target={target}
      label={label}
      multiline
      maw={320}
      {...(hasLines && { style: { whiteSpace: 'pre' } })}
    />
  );
}
