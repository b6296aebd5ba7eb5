import type { State } from '../../components/StatusBadge.tsx';
import type { OAuthApp } from './api.ts';

/** An open review is shown instead of the status. */
export function stateOf({ status, review }: Pick<OAuthApp, 'status' | 'review'>): State {
  return isWaiting(review) && status === 'development' ? 'in_review' : status;
}

export function isWaiting(review: OAuthApp['review']): boolean {
  return review !== null && review.decision === null;
}
