/*
 * A bulk action changes many records with several requests, so that the page can show progress and the user can stop.
 * Each record is sent with the values that the page showed. The server rejects a record that another user has changed
 * meanwhile, and the report lists it with the reason. The undo sends the shown values back, for exactly the records
 * that were changed.
 */
import { ApiError } from '../../api/client.ts';
import { t, type Label } from '../../language/t.ts';

/** The maximum number of records of one action. The page keeps their earlier values in memory for the undo. */
export const MOST_RECORDS = 50_000;

/** The change of one record. A record without `inverse` cannot be changed back. */
export type BulkStep<Input> = { id: string; name: string; input: Input; inverse?: Input };

/** A record that was not changed, and the reason. */
export type Rejection = { id: string; name: string; reason: string };

export type BulkPlan<Input> = {
  title: Label;
  steps: readonly BulkStep<Input>[];
  /** Sends the steps of one request and returns the rejected ones. */
  send: (steps: readonly BulkStep<Input>[]) => Promise<readonly Rejection[]>;
  /** The number of steps that are sent at once. */
  most: number;
  says: (count: number) => Label;
  /** The first elements of the query keys to refetch. */
  changes: readonly string[];
  /** Asks before the action starts. */
  confirm?: BulkConfirmation | undefined;
};

export type BulkConfirmation = { title: Label; text: Label; verb: Label; isDestructive: boolean };

export type BulkResult = {
  done: number;
  rejected: readonly Rejection[];
  /** The error that ended the action before its last record. */
  failure: string | undefined;
  /** Continues after a failure or a stop. */
  rest: BulkAction | undefined;
  undo: BulkAction | undefined;
};

export type BulkAction = Pick<BulkPlan<never>, 'title' | 'says' | 'changes' | 'confirm'> & {
  total: number;
  /** True if one request is enough, so the page shows no progress. */
  isShort: boolean;
  run: (signal: AbortSignal, onProgress: (sent: number) => void) => Promise<BulkResult>;
};

type Progress<Input> = { sent: number; done: readonly BulkStep<Input>[]; rejected: readonly Rejection[] };

export function createBulkAction<Input>(
  plan: BulkPlan<Input>,
  progress: Progress<Input> = { sent: 0, done: [], rejected: [] },
): BulkAction {
  const { title, says, changes, confirm, steps, most } = plan;
  return {
    title,
    says,
    changes,
    confirm,
    total: steps.length,
    isShort: steps.length <= most,
    async run(signal, onProgress) {
      const { failure, ...reached } = await sendSteps(plan, progress, { signal, onProgress });
      const { sent, done, rejected } = reached;
      const rest = sent < steps.length ? createBulkAction(plan, reached) : undefined;
      return { done: done.length, rejected, failure, rest, undo: undoOf(plan, done) };
    },
  };
}

async function sendSteps<Input>(
  { steps, most, send }: BulkPlan<Input>,
  { sent, done, rejected }: Progress<Input>,
  { signal, onProgress }: { signal: AbortSignal; onProgress: (sent: number) => void },
): Promise<Progress<Input> & { failure?: string }> {
  while (sent < steps.length && !signal.aborted) {
    const batch = steps.slice(sent, sent + most);
    try {
      const refused = await send(batch);
      const ids = new Set(refused.map(({ id }) => id));
      done = [...done, ...batch.filter(({ id }) => !ids.has(id))];
      rejected = [...rejected, ...refused];
    } catch (error) {
      return { sent, done, rejected, failure: error instanceof Error ? error.message : String(error) };
    }
    sent += batch.length;
    onProgress(sent);
  }
  return { sent, done, rejected };
}

function undoOf<Input>(plan: BulkPlan<Input>, done: readonly BulkStep<Input>[]): BulkAction | undefined {
  const steps = done.flatMap(({ id, name, inverse }) =>
    inverse === undefined ? [] : [{ id, name, input: inverse }],
  );
  if (steps.length === 0) return undefined;
  return createBulkAction({ ...plan, title: t('Undo'), steps, confirm: undefined });
}

/** The number of records whose own requests are sent at once. */
export const REQUESTS_AT_ONCE = 5;

/** Sends each step with a request of its own. Errors of a record reject it; other errors end the action. */
export function sendEach<Input>(call: (input: Input) => Promise<unknown>): BulkPlan<Input>['send'] {
  return async (steps) => {
    const results = await Promise.all(
      steps.map(async ({ id, name, input }): Promise<Rejection[]> => {
        try {
          await call(input);
          return [];
        } catch (error) {
          if (!(error instanceof ApiError) || !RECORD_ERRORS.includes(error.status)) throw error;
          return [{ id, name, reason: error.message }];
        }
      }),
    );
    return results.flat();
  };
}

const RECORD_ERRORS = [400, 404, 409];
