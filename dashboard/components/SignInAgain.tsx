import { Button } from '@mantine/core';
import { t } from '../language/t.ts';

/** Signs in beside this page, which keeps what was typed in it. */
export function SignInAgain() {
  return (
    <Button component="a" href="/sign-in?next=%2Faccount" target="_blank" size="xs" color="teal">
      {t('Sign in with a new tab')}
    </Button>
  );
}
