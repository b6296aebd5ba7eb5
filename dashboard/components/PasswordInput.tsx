import '@mantine/core/styles/PasswordInput.layer.css';
import { PasswordInput as MantinePasswordInput, type PasswordInputProps } from '@mantine/core';
import { t } from '../language/t.ts';

/** A field for a password, with a button that shows it. */
export function PasswordInput(props: PasswordInputProps) {
  return (
    <MantinePasswordInput
      // The library marks only the frame of the field as invalid.
      aria-invalid={Boolean(props.error)}
      {...props}
      visibilityToggleButtonProps={TOGGLE}
    />
  );
}

// The button is reachable by keyboard, unlike the default of the library.
const TOGGLE = { 'aria-label': t('Show the characters'), 'aria-hidden': false, tabIndex: 0 };
