import { readFileSync } from 'node:fs';
import type { FastifyInstance } from 'fastify';
import { STYLE_PATH } from '../../doors/pageLayout.ts';
import type { PageDoor } from '../../doors/page.ts';
import type { PageResource } from '../../doors/page.ts';
import { serveTypeface, withTypeface } from '../../doors/typeface.ts';
import { fixedText, serveFixedText } from '../../lib/http/page.ts';
import type { PathTable } from '../../lib/http/paths.ts';
import { invitationResource, newPasswordResource, resetResource } from './linkPages.ts';
import { newAddressResource } from './newAddressPage.ts';
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
import { showFailure } from './failurePage.ts';

export const signInPages: readonly PageResource[] = [
  signInResource,
  ...languageResources,
  signOutResource,
  accountResource,
  signOutOneResource,
  signOutEverywhereResource,
  resetResource,
  newPasswordResource,
  invitationResource,
  newAddressResource,
  ...secondFactorPages,
];

/** Pages of browsers, with a cookie as the credential. */
export const pageDoor: Omit<PageDoor, 'resources'> = {
  findSignIn,
  sign_in_life_ms: SIGN_IN_LIFE_MS,
  showFailure,
};

export function serveStyle(server: FastifyInstance, paths: PathTable): void {
  const text = readFileSync(new URL('assets/pages.css', import.meta.url), 'utf8');
  serveFixedText(server, paths, { path: STYLE_PATH, content: fixedText('text/css', withTypeface(text)) });
  serveTypeface(server, paths);
}
