import { DAY_MS } from '../../format/format.ts';
import type { SeriesStep } from '../../../src/features/requests/contract.ts';

/** Steps of the chart by their place, in the order in which they were chosen. */
export type ChosenSteps = { start: number; end: number };
type Range = { from?: string | undefined; to?: string | undefined };

/** The time of the chosen steps, to the end of the last. */
export function chosenRange(steps: readonly SeriesStep[], { start, end }: ChosenSteps): Range {
  const first = steps[Math.min(start, end)];
  const last = steps[Math.max(start, end)];
  if (!first || !last) return {};
  const to = new Date(Date.parse(last.at) + stepMs(steps) - 1).toISOString();
  return { from: first.at, to };
}

/** The steps that a time covers, also in part; undefined where it covers none, or where no time is chosen. */
export function stepsOf(steps: readonly SeriesStep[], { from, to }: Range): ChosenSteps | undefined {
  if (from === undefined && to === undefined) return undefined;
  const [from_ms, to_ms] = [momentOf(from, 'start') ?? -Infinity, momentOf(to, 'end') ?? Infinity];
  const isCovered = ({ at }: SeriesStep) =>
    Date.parse(at) <= to_ms && Date.parse(at) + stepMs(steps) > from_ms;
  const start = steps.findIndex(isCovered);
  return start < 0 ? undefined : { start, end: steps.findLastIndex(isCovered) };
}

/** A day stands for its first moment, or for its last. */
function momentOf(text: string | undefined, edge: 'start' | 'end'): number | undefined {
  if (text === undefined) return undefined;
  const ms = Date.parse(text);
  if (Number.isNaN(ms)) return undefined;
  return edge === 'end' && text.length === '2026-01-01'.length ? ms + DAY_MS - 1 : ms;
}

function stepMs([first, second]: readonly SeriesStep[]): number {
  return first && second ? Date.parse(second.at) - Date.parse(first.at) : 0;
}

/** The step of the chart at a horizontal position. */
export function stepAt(count: number, x: number, { left, width }: { left: number; width: number }): number {
  const at = Math.floor(((x - left) / width) * count);
  return Math.max(0, Math.min(count - 1, at));
}

/** Applies a key to the range: arrows move it, with Shift they extend it. */
export function movedBy(
  key: string,
  is_stretching: boolean,
  count: number,
  chosen: ChosenSteps | undefined,
): ChosenSteps | undefined {
  const from = chosen?.end ?? count;
  const end = { ArrowLeft: from - 1, ArrowRight: from + 1, Home: 0, End: count - 1 }[key];
  if (end === undefined) return undefined;
  const kept = Math.max(0, Math.min(count - 1, end));
  return { start: is_stretching && chosen ? chosen.start : kept, end: kept };
}
