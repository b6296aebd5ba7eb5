import { t } from '../language/t.ts';
/** The results of the latest deliveries of an endpoint. */
type Recent = { tried: number; failed: number; delivered_later: number; retrying: number };

/** `2 of 7 failed, both delivered later`. */
export function recentOutcomesText({ tried, failed, delivered_later, retrying }: Recent): string {
  if (tried === 0) return t('No deliveries yet');
  if (failed === 0) return tried === 1 ? t('1 delivered') : t('All {tried} delivered', { tried });
  return [
    t('{failed} of {tried} failed', { failed, tried }),
    laterWords(failed, delivered_later),
    retryWords(retrying),
  ]
    .filter((words) => words !== '')
    .join(', ');
}

function laterWords(failed: number, later: number): string {
  if (later === 0) return '';
  if (later < failed) return t('{later} delivered later', { later });
  return failed === 1
    ? t('delivered later')
    : failed === 2
      ? t('both delivered later')
      : t('all delivered later');
}

function retryWords(retrying: number): string {
  return retrying === 0 ? '' : t('{retrying} being retried', { retrying });
}
