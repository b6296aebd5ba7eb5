import { createHash } from 'node:crypto';
import type { Difference, OAuthApp, Submission } from './contract.ts';

/** What a review is about. */
export function submissionOf({ name, description, homepage, redirect_uris, scopes }: OAuthApp): Submission {
  return { name, description, homepage, redirect_uris, scopes };
}

export function revisionOf(app: OAuthApp): string {
  return createHash('sha256')
    .update(JSON.stringify(submissionOf(app)))
    .digest('base64url')
    .slice(0, 22);
}

const MEMBERS = ['name', 'description', 'homepage', 'redirect_uris', 'scopes'] as const;

export function differencesBetween(before: Submission, after: Submission): Difference[] {
  return MEMBERS.map((member) => ({
    member,
    before: asList(before[member]),
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
