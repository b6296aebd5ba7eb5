import { FileButton, type FileButtonProps } from '@mantine/core';
import { useRef } from 'react';

/** A FileButton that also reports a file that is chosen again: its input is emptied after each choice. */
export function FileChooser<Multiple extends boolean = false>({
  onChange,
  ...props
}: FileButtonProps<Multiple>) {
  const reset = useRef<() => void>(null);
  const take: typeof onChange = (chosen) => {
    reset.current?.();
    onChange(chosen);
  };
  return <FileButton {...props} resetRef={reset} onChange={take} />;
}
