import './styles.css';
import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { queryClient } from './api/queryClient.ts';
import { router } from './router.ts';
import { LazyNotificationList } from './shell/LazyNotificationList.tsx';
import { ignoreSecondClicks } from './shell/secondClicks.ts';
import { theme, themeVariablesResolver } from './theme.ts';

const root = document.getElementById('root');
if (!root) throw new Error('the page has no place for the dashboard');

// The scroll lock of dialogs reads the CSP nonce from this global variable.
Object.assign(globalThis, { __webpack_nonce__: findNonce() });

ignoreSecondClicks();
createRoot(root).render(
  <StrictMode>
    <MantineProvider
      theme={theme}
      cssVariablesResolver={themeVariablesResolver}
      defaultColorScheme="auto"
      getStyleNonce={findNonce}
    >
      <QueryClientProvider client={queryClient}>
        <LazyNotificationList />
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>
  </StrictMode>,
);

/** Finds the nonce of the page's Content-Security-Policy. */
function findNonce(): string {
  return document.querySelector<HTMLElement>('[nonce]')?.nonce ?? '';
}
