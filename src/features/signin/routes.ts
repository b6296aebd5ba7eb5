import { readFileSync } from 'node:fs';
import type { FastifyInstance } from 'fastify';
import { STYLE_PATH } from '../../doors/pageLayout.ts';
import type { PageDoor } from '../../doors/page.ts';
import type { PageResource } from '../../doors/page.ts';
import { serveTypeface, withTypeface } from '../../doors/typeface.ts';
import { fixedText, serveFixedContent } from '../../lib/http/page.ts';
import type { PathTable } from '../../lib/http/paths.ts';
import { invitationResource, newPasswordResource, requestPasswordResetResource } from './linkPages.ts';
import { confirmEmailChangeResource } from './newAddressPage.ts';
import {
  accountResource,
  languageResources,
  signInResource,
  signOutEverywhereResource,
  signOutResource,
  signOutOneResource,
} from './pages.ts';
import { secondFactorPages } from './secondFactorPages.ts';
import { findSignIn, SIGN_IN_LIFE_MS } from './signIns.ts';
import { renderFailurePage } from './failurePage.ts';

export const signInPages: readonly PageResource[] = [
  signInResource,
  ...languageResources,
  signOutResource,
  accountResource,
  signOutOneResource,
  signOutEverywhereResource,
  requestPasswordResetResource,
  newPasswordResource,
  invitationResource,
  confirmEmailChangeResource,
  ...secondFactorPages,
];

/** The door of the server pages, where a cookie is the credential. */
export const pageDoor: Omit<PageDoor, 'resources'> = {
  findSignIn,
  sign_in_life_ms: SIGN_IN_LIFE_MS,
  showFailure: renderFailurePage,
};

export function serveStylesheet(server: FastifyInstance, paths: PathTable): void {
  const text = readFileSync(new URL('assets/pages.css', import.meta.url), 'utf8');
  serveFixedContent(server, paths, { path: STYLE_PATH, content: fixedText('text/css', withTypeface(text)) });
  serveTypeface(server, paths);
}
