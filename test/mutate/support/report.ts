import { isSameMistake, type Mistake } from './mistakes.ts';

export type Result = Mistake & {
  area: string;
  /** The first test that failed; undefined if none did. */
  noticed_by?: string;
  duration_ms: number;
};

export type Share = { planted: number; noticed: number; percent: number };

/**
 * Returns the area of a file: `src/features/tasks` for `src/features/tasks/sql/tasks.ts`, `src/lib/text` for
 * `src/lib/text/csv.ts`.
 */
export function areaOf(file: string): string {
  const folders = file.split('/').slice(0, -1);
  return folders.slice(0, ['features', 'lib'].includes(folders[1] ?? '') ? 3 : 2).join('/');
}

export function countShares(results: readonly Result[]): Record<string, Share> {
  const areas = Map.groupBy(results, ({ area }) => area);
  const shares = [...areas].toSorted(([one], [other]) => (one < other ? -1 : 1));
  return Object.fromEntries(
    [...shares, ['all', results] as const].map(([area, some]) => [area, shareOf(some)]),
  );
}

/** Compares everything except line numbers, which edits above can change. */
export function isResultOf(result: Result, mistake: Mistake): boolean {
  return isSameMistake(result, mistake) && result.ordinal === mistake.ordinal;
}

export function describeResult({ noticed_by, duration_ms, ...mistake }: Result): string {
  const seconds = `${(duration_ms / 1_000).toFixed(1)} s`.padStart(7);
  if (noticed_by === undefined) return `SURVIVED ${seconds}  ${describeMistake(mistake)}`;
  return `noticed  ${seconds}  ${mistake.file}:${mistake.line}  ${mistake.rule}  by "${noticed_by}"`;
}

/** Returns the changed lines before and after the mistake, under its position. */
export function describeMistake({ file, line, rule, before, after }: Mistake): string {
  return `${file}:${line}  ${rule}\n${' '.repeat(10)}${shorten(before)}\n${' '.repeat(8)}→ ${shorten(after)}`;
}

function shareOf(results: readonly Result[]): Share {
  const planted = results.length;
  const noticed = results.filter(({ noticed_by }) => noticed_by !== undefined).length;
  return { planted, noticed, percent: Math.round((noticed / planted) * 100) };
}

function shorten(text: string): string {
  return text.length > 200 ? `${text.slice(0, 199)}…` : text;
}
