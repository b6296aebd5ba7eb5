import { randomBytes } from 'node:crypto';
import type { OwnAddress } from '../../../lib/http/outgoing/outgoing.ts';

export const INBOX_ROUTE = '/inbox/v1/:account_id/:name';
const PATH = /^\/inbox\/v1\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\/([0-9a-f]{48})$/;
const NAME_BYTES = 24;

/** The public address of this service, which is known only after the server has started to listen. */
export type OwnAddressHolder = OwnAddress & { learn(public_url: string): void };

export function createOwnAddressHolder(): OwnAddressHolder {
  let own: URL | undefined;
  return {
    learn(public_url) {
      own = URL.canParse(public_url) ? new URL(public_url) : undefined;
    },
    takes: (url) => own?.origin === url.origin && isInbox(url),
  };
}

/** The secret part of an inbox address, which cannot be guessed. */
export function makeInboxName(): string {
  return randomBytes(NAME_BYTES).toString('hex');
}

export function inboxUrl(public_url: string, account_id: string, name: string): string {
  return `${public_url}/inbox/v1/${account_id}/${name}`;
}

export function parseInboxPath(path: string): { account_id: string; name: string } | undefined {
  const [, account_id, name] = PATH.exec(path) ?? [];
  return account_id === undefined || name === undefined ? undefined : { account_id, name };
}

function isInbox({ pathname, search, username, password }: URL): boolean {
  return parseInboxPath(pathname) !== undefined && search + username + password === '';
}
