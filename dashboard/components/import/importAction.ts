/*
 * An import is a bulk action whose records are the rows of a file, so it has the same progress, stop and continuation.
 * A batch has an idempotency key: if its response was lost, the repeated batch creates nothing twice. A dry run is the
 * same action with an option of the server.
 */
import { describeError } from '../../api/errorTexts.ts';
import { bindIdempotencyKeys } from '../../api/client.ts';
import { createKey } from '../../api/idempotencyKeys.ts';
import type { CallOperation, OperationBody } from '../../api/operations.ts';
import { createBulkAction, type BulkAction, type BulkStep, type Rejection } from '../bulk/bulkAction.ts';
import { joinLabels, t, type Label } from '../../language/t.ts';
import type { ImportColumn, ImportLine, NumberedLine } from './importList.ts';

export type ImportOptions = Omit<OperationBody<'POST /tasks/import'>, 'lines'>;

export type LineResult = {
  state: 'created' | 'updated' | 'skipped' | 'repeated' | 'refused';
  fault: string | null;
  details: Parameters<typeof describeError>[1] | null;
};

/** An import of one kind of record. */
export type ImportList = {
  title: Label;
  /** The rule by which existing records are recognized. */
  about: Label;
  columns: readonly ImportColumn[];
  /** The maximum number of lines of a request. */
  batch_size: number;
  /** Two rows with the same identity are the same record; a row without one is always a new record. */
  identify: (line: ImportLine) => string | undefined;
  /** The first elements of the query keys to refetch. */
  changes: readonly string[];
  send: (
    callApi: CallOperation,
    lines: readonly ImportLine[],
    options: ImportOptions,
  ) => Promise<readonly LineResult[]>;
};

type RowInput = { number: number; line: ImportLine; repeats: number | undefined };
type State = LineResult['state'];

export function createImport(
  list: ImportList,
  lines: readonly NumberedLine[],
  options: ImportOptions,
): BulkAction {
  const run = createKey();
  const states = new Map<number, State>();
  return createBulkAction<RowInput>({
    title: list.title,
    steps: findRepetitions(list, lines).map((input) => ({
      id: String(input.number),
      name: t('Row {number}', { number: input.number }),
      input,
    })),
    most: list.batch_size,
    changes: options.dry_run ? [] : list.changes,
    says: () => describeStates([...states.values()]),
    send: async (steps) => {
      const own = steps.filter(({ input }) => input.repeats === undefined);
      const results = new Map<string, LineResult>();
      for (const part of splitBySize(own)) {
        const nextKey = () => (options.dry_run ? undefined : `${run}-${part[0]?.id}`);
        const found = await list.send(
          bindIdempotencyKeys(nextKey),
          part.map(({ input }) => input.line),
          options,
        );
        part.forEach(({ id }, at) => found[at] && results.set(id, found[at]));
      }
      for (const { id, input } of steps) {
        const { state } = results.get(id) ?? REPEATED;
        states.set(input.number, state);
      }
      return steps.flatMap((step) => toRejection(step, results.get(step.id) ?? REPEATED));
    },
  });
}

const REPEATED: LineResult = { state: 'repeated', fault: null, details: null };

/** A row that names the same record as an earlier row is not sent. */
function findRepetitions({ identify }: ImportList, lines: readonly NumberedLine[]): RowInput[] {
  const first = new Map<string, number>();
  return lines.map(({ number, line }) => {
    const identity = identify(line);
    const repeats = identity === undefined ? undefined : first.get(identity);
    if (identity !== undefined && repeats === undefined) first.set(identity, number);
    return { number, line, repeats };
  });
}

const MOST_CHARACTERS_IN_REQUEST = 250_000;

/** Splits rows with long texts, because the server limits the size of a request. */
function splitBySize(steps: readonly BulkStep<RowInput>[]): BulkStep<RowInput>[][] {
  const parts: BulkStep<RowInput>[][] = [];
  let characters = Infinity;
  for (const step of steps) {
    const size = JSON.stringify(step.input.line).length;
    if (characters + size > MOST_CHARACTERS_IN_REQUEST) {
      parts.push([]);
      characters = 0;
    }
    parts.at(-1)?.push(step);
    characters += size;
  }
  return parts;
}

function toRejection(
  { id, name, input }: BulkStep<RowInput>,
  { state, fault, details }: LineResult,
): Rejection[] {
  if (state === 'repeated') {
    const reason =
      input.repeats === undefined
        ? t('Duplicate row')
        : t('Names the same record as row {number}', { number: input.repeats });
    return [{ id, name, reason }];
  }
  if (state !== 'refused') return [];
  return [{ id, name, reason: details ? describeError('BAD_REQUEST', details).message : (fault ?? '') }];
}

function describeStates(states: readonly State[]): Label {
  const countOf = (wanted: State) => states.filter((state) => state === wanted).length;
  const [created, updated, skipped] = [countOf('created'), countOf('updated'), countOf('skipped')];
  const parts = [
    created > 0 && t('{count} new', { count: created }),
    updated > 0 && t('{count} updated', { count: updated }),
    skipped > 0 && t('{count} unchanged', { count: skipped }),
  ];
  return parts.some(Boolean) ? joinLabels(parts) : t('No records');
}
