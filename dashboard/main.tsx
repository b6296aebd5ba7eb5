import './styles.css';
import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { queryClient } from './api/queryClient.ts';
import { router } from './router.ts';
import { Notices } from './shell/Notices.tsx';
import { ignoreSecondClicks } from './shell/secondClicks.ts';
import { theme, variables } from './theme.ts';

const root = document.getElementById('root');
if (!root) throw new Error('the page has no place for the dashboard');

// The scroll lock of dialogs reads the nonce under this name.
Object.assign(globalThis, { __webpack_nonce__: findNonce() });

ignoreSecondClicks();
createRoot(root).render(
  <StrictMode>
    <MantineProvider
      theme={theme}
      cssVariablesResolver={variables}
      defaultColorScheme="auto"
      getStyleNonce={findNonce}
    >
      <QueryClientProvider client={queryClient}>
        <Notices />
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>
  </StrictMode>,
);

/** The nonce of this answer's security policy. */
function findNonce(): string {
  return document.querySelector<HTMLElement>('[nonce]')?.nonce ?? '';
}
