import type { RequestSeriesStep } from '../../../src/features/requests/contract.ts';
import { DAY_MS } from '../../../src/lib/time/clock.ts';

/** Indexes of the first and the last selected step of a chart; `start` is where the selection began. */
export type StepSelection = { start: number; end: number };
type Range = { from?: string | undefined; to?: string | undefined };

/** Returns the time range of the selected steps; the last step is included. */
export function selectedRange(steps: readonly RequestSeriesStep[], { start, end }: StepSelection): Range {
  const first = steps[Math.min(start, end)];
  const last = steps[Math.max(start, end)];
  if (!first || !last) return {};
  const to = new Date(Date.parse(last.at) + stepMs(steps) - 1).toISOString();
  return { from: first.at, to };
}

/** Returns the steps that overlap a time range; undefined without an overlap or without a range. */
export function stepsInRange(
  steps: readonly RequestSeriesStep[],
  { from, to }: Range,
): StepSelection | undefined {
  if (from === undefined && to === undefined) return undefined;
  const [from_ms, to_ms] = [momentOf(from, 'start') ?? -Infinity, momentOf(to, 'end') ?? Infinity];
  const isCovered = ({ at }: RequestSeriesStep) =>
    Date.parse(at) <= to_ms && Date.parse(at) + stepMs(steps) > from_ms;
  const start = steps.findIndex(isCovered);
  return start < 0 ? undefined : { start, end: steps.findLastIndex(isCovered) };
}

/** Converts a date to its first or last millisecond. */
function momentOf(text: string | undefined, edge: 'start' | 'end'): number | undefined {
  if (text === undefined) return undefined;
  const ms = Date.parse(text);
  if (Number.isNaN(ms)) return undefined;
  return edge === 'end' && text.length === '2026-01-01'.length ? ms + DAY_MS - 1 : ms;
}

function stepMs([first, second]: readonly RequestSeriesStep[]): number {
  return first && second ? Date.parse(second.at) - Date.parse(first.at) : 0;
}

/** Returns the index of the step at a horizontal position in pixels. */
export function stepIndexAt(
  count: number,
  x: number,
  { left, width }: { left: number; width: number },
): number {
  const at = Math.floor(((x - left) / width) * count);
  return Math.max(0, Math.min(count - 1, at));
}

/** Applies a key to the range: arrow keys move it, Shift and arrow keys extend it. */
export function moveSelection(
  key: string,
  is_stretching: boolean,
  count: number,
  chosen: StepSelection | undefined,
): StepSelection | undefined {
  const from = chosen?.end ?? count;
  const end = { ArrowLeft: from - 1, ArrowRight: from + 1, Home: 0, End: count - 1 }[key];
  if (end === undefined) return undefined;
  const kept = Math.max(0, Math.min(count - 1, end));
  return { start: is_stretching && chosen ? chosen.start : kept, end: kept };
}
