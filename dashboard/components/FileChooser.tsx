import { FileButton, type FileButtonProps } from '@mantine/core';
import { useRef } from 'react';

/** A FileButton that is reset after each choice, so that choosing the same file again triggers `onChange`. */
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
