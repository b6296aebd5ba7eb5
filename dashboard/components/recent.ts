/** What became of the latest deliveries of an endpoint. */
type Recent = { tried: number; failed: number; delivered_later: number; retrying: number };

/** `2 of 7 failed, both delivered later`. */
export function recentWords({ tried, failed, delivered_later, retrying }: Recent): string {
  if (tried === 0) return 'Nothing sent yet';
  if (failed === 0) return tried === 1 ? '1 delivered' : `All of ${tried} delivered`;
  return [`${failed} of ${tried} failed`, laterWords(failed, delivered_later), retryWords(retrying)]
    .filter((words) => words !== '')
    .join(', ');
}

function laterWords(failed: number, later: number): string {
  if (later === 0) return '';
  if (later < failed) return `${later} delivered later`;
  return `${failed === 1 ? '' : failed === 2 ? 'both ' : 'all '}delivered later`;
}

function retryWords(retrying: number): string {
  return retrying === 0 ? '' : `${retrying} tried again`;
}
