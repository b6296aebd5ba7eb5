import { formatNumber } from '../../format/format.ts';
import { t, type Label } from '../../language/t.ts';

/** Describes the difference from the previous period in figures and percent. Zero before has no percentage. */
export function describeChange(now: number, before: number): Label {
  if (now === before)
    return now === 0 ? t('None in this or the previous period') : t('Same as in the previous period');
  const change = withSign(now - before);
  if (before === 0) return t('{change}, none in the previous period', { change });
  return t('{change} ({percent} %) compared to {before}', {
    change,
    percent: percentOf(now, before),
    before: formatNumber(before),
  });
}

/** Formats a change in percent. A small change is not rounded to 0 %, which would look like no change. */
function percentOf(now: number, before: number): string {
  const percent = ((now - before) / before) * 100;
  if (Math.abs(percent) < 0.5) return percent > 0 ? '< +1' : '> −1';
  return withSign(Math.round(percent));
}

function withSign(value: number): string {
  return (value > 0 ? '+' : '−') + formatNumber(Math.abs(value));
}
