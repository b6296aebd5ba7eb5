import { createHash } from 'node:crypto';
import type { AppDifference, PublishedApp, OAuthApp, AppSubmission } from './contract.ts';

type SubmittedApp = AppSubmission & PublishedApp;

/** The fields of an app that a review covers. */
export function toSubmission(
  { name, description, homepage, redirect_uris, scopes }: OAuthApp,
  owner_name: string,
): SubmittedApp {
  return { name, description, homepage, redirect_uris, scopes, owner_name };
}

export function toPublishedApp({ name, description, homepage, owner_name }: SubmittedApp): PublishedApp {
  return { name, description, homepage, owner_name };
}

/** True if the developers changed fields that customers see since the last review. */
export function hasChangesSinceReview({ reviewed }: OAuthApp, current: PublishedApp): boolean {
  return PUBLISHED_MEMBERS.some((member) => reviewed?.[member] !== current[member]);
}

const PUBLISHED_MEMBERS = ['name', 'description', 'homepage', 'owner_name'] as const;

export function revisionOf(submission: SubmittedApp, logo: string | null): string {
  return createHash('sha256')
    .update(JSON.stringify({ ...submission, logo }))
    .digest('base64url')
    .slice(0, 22);
}

const MEMBERS = ['name', 'owner_name', 'description', 'homepage', 'redirect_uris', 'scopes'] as const;

export function compareSubmissions(before: AppSubmission, after: SubmittedApp): AppDifference[] {
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
