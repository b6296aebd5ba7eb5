import { createHash } from 'node:crypto';
import type { Difference, AppFace, OAuthApp, AppSubmission } from './contract.ts';

type Submitted = AppSubmission & AppFace;

/** The version of an app that is reviewed. */
export function toSubmission(
  { name, description, homepage, redirect_uris, scopes }: OAuthApp,
  owner_name: string,
): Submitted {
  return { name, description, homepage, redirect_uris, scopes, owner_name };
}

export function toFace({ name, description, homepage, owner_name }: Submitted): AppFace {
  return { name, description, homepage, owner_name };
}

/** True if the developers changed members that customers see since the last review. */
export function hasNewFace({ reviewed }: OAuthApp, now: AppFace): boolean {
  return FACE.some((member) => reviewed?.[member] !== now[member]);
}

const FACE = ['name', 'description', 'homepage', 'owner_name'] as const;

export function revisionOf(submission: Submitted, logo: string | null): string {
  return createHash('sha256')
    .update(JSON.stringify({ ...submission, logo }))
    .digest('base64url')
    .slice(0, 22);
}

const MEMBERS = ['name', 'owner_name', 'description', 'homepage', 'redirect_uris', 'scopes'] as const;

export function compareSubmissions(before: AppSubmission, after: Submitted): Difference[] {
  return MEMBERS.map((member) => ({
    member,
    before: asList(before[member] ?? after[member]),
    after: asList(after[member]),
  })).filter((one) => !isSameSet(one.before, one.after));
}

function asList(value: string | string[]): string[] {
  if (typeof value !== 'string') return value;
  return value === '' ? [] : [value];
}

function isSameSet(some: string[], others: string[]): boolean {
  return some.length === others.length && some.every((one) => others.includes(one));
}
