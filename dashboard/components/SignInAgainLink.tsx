import { Button } from '@mantine/core';
import { t } from '../language/t.ts';

/** Opens the sign-in page in another tab, so that this page keeps its unsaved input. */
export function SignInAgainLink() {
  return (
    <Button component="a" href="/sign-in?next=%2Faccount" target="_blank" size="xs" color="teal">
      {t('Sign in with a new tab')}
    </Button>
  );
}
