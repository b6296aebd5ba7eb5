import { useMediaQuery } from '@mantine/hooks';

/** True below the width at which lists become cards and the filters a sheet. */
export function useIsPhone(): boolean {
  return useMediaQuery('(max-width: 48em)', undefined, { getInitialValueInEffect: false });
}
