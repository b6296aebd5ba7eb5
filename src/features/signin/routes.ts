import { readFileSync } from 'node:fs';
import type { FastifyInstance } from 'fastify';
import { messagePage, STYLE_PATH } from '../../access/frame.ts';
import type { PageDoor } from '../../access/pages.ts';
import type { VisitorsOptions } from '../../access/visitors.ts';
import type { PageResource } from '../../access/visit.ts';
import { cookieJar } from '../../lib/http/cookies.ts';
import { fixedText, serveFixedText } from '../../lib/http/page.ts';
import type { PathTable } from '../../lib/http/paths.ts';
import type { SecretBox } from '../../lib/secretBox.ts';
import { invitationResource, newPasswordResource, resetResource } from './linkPages.ts';
import {
  accountResource,
  signInResource,
  signOutEverywhereResource,
  signOutResource,
  signOutSessionResource,
} from './pages.ts';
import { secondFactorPages } from './secondFactorPages.ts';
import { findSession, SESSION_LIFE_MS } from './sessions.ts';

export function signInPages(box: SecretBox): readonly PageResource[] {
  return [
    signInResource,
    signOutResource,
    accountResource,
    signOutSessionResource,
    signOutEverywhereResource,
    resetResource(box),
    newPasswordResource,
    invitationResource,
    ...secondFactorPages(box),
  ];
}

/** The door of browsers: pages rendered here, a cookie as the credential. */
export function pageDoor(public_url: string, resources: readonly PageResource[]): PageDoor {
  return {
    ...browserSessions(public_url),
    resources,
    session_life_ms: SESSION_LIFE_MS,
    showFailure: (code, message) => messagePage(TITLES[code] ?? 'This did not work', message),
  };
}

/** How the session of a browser is found. */
export function browserSessions(public_url: string): VisitorsOptions {
  return { public_url, cookies: cookieJar(public_url), findSession };
}

const TITLES: Partial<Record<string, string>> = {
  NOT_FOUND: 'Not found',
  INTERNAL_ERROR: 'Something went wrong',
};

export function serveStyle(server: FastifyInstance, paths: PathTable): void {
  const text = readFileSync(new URL('assets/pages.css', import.meta.url), 'utf8');
  serveFixedText(server, paths, { path: STYLE_PATH, content: fixedText('text/css', text) });
}
