import type { RecentDeliveries } from '../../src/features/webhooks/endpoints/contract.ts';
import { t } from '../language/t.ts';
import { formatNumber } from './format.ts';
import { shortDate } from './time.ts';

type Outcomes = Omit<RecentDeliveries, 'status'>;

/** Describes the latest deliveries of an endpoint, with all deliveries that failed permanently. */
export function describeRecentDeliveries(recent: Outcomes): string {
  const { tried, retrying, lost } = recent;
  if (tried === 0) return t('No deliveries yet.');
  return [
    `${[arrivedText(recent), ...attemptTexts(recent)].join(', ')}.`,
    retrying > 0 &&
      t('{retrying, plural, one {# is being retried.} other {# are being retried.}}', { retrying }),
    lost && lostText(lost),
  ]
    .filter((sentence) => typeof sentence === 'string')
    .join(' ');
}

function arrivedText({ tried, arrived }: Outcomes): string {
  if (arrived === tried)
    return t('{tried, plural, one {The last delivery arrived} other {The last # deliveries arrived}}', {
      tried,
    });
  if (arrived === 0)
    return t(
      '{tried, plural, one {The last delivery did not arrive} other {None of the last # deliveries arrived}}',
      { tried },
    );
  return t(
    '{arrived, plural, one {# of the last {tried} deliveries arrived} other {# of the last {tried} deliveries arrived}}',
    { arrived, tried },
  );
}

function attemptTexts({ second_attempt, later_attempt }: Outcomes): string[] {
  return [
    second_attempt > 0 && t('{count} on the second attempt', { count: second_attempt }),
    later_attempt > 0 && t('{count} on a later attempt', { count: later_attempt }),
  ].filter((text) => text !== false);
}

function lostText({ count, is_more, first_at, last_at }: NonNullable<RecentDeliveries['lost']>): string {
  const [first, last] = [shortDate(first_at), shortDate(last_at)];
  const shown = is_more ? t('{count} or more', { count }) : formatNumber(count);
  if (first === last)
    return t(
      '{count, plural, one {{shown} failed permanently on {last}.} other {{shown} failed permanently on {last}.}}',
      { count, shown, last },
    );
  return t('{shown} failed permanently between {first} and {last}.', { shown, first, last });
}
