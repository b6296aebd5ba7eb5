import type { State } from '../../components/StatusBadge.tsx';
import type { OAuthApp } from './api.ts';

/** A review that waits says more than the status below it. */
export function stateOf({ status, review }: Pick<OAuthApp, 'status' | 'review'>): State {
  return isWaiting(review) && status === 'development' ? 'in_review' : status;
}

export function isWaiting(review: OAuthApp['review']): boolean {
  return review !== null && review.decision === null;
}
