import { createContext } from 'react';

/**
 * `OneTimeSecretDialog` provides this callback, and copy buttons call it after a copy. The dialog then no longer asks
 * for confirmation when the user leaves the page.
 */
export const OnSecretCopiedContext = createContext(() => {});
