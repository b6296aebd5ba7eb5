import type { BadgeState } from '../../components/StatusBadge.tsx';
import type { OAuthApp } from './api.ts';

/** A pending review is shown instead of the status. */
export function appState({ status, review }: Pick<OAuthApp, 'status' | 'review'>): BadgeState {
  return isReviewPending(review) && status === 'development' ? 'in_review' : status;
}

export function isReviewPending(review: OAuthApp['review']): boolean {
  return review !== null && review.decision === null;
}
