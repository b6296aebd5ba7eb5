import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient, type UseMutationResult } from '@tanstack/react-query';
import { useState } from 'react';
import type { EditConflict } from '../../src/service/reasons.ts';
import { bindIdempotencyKeys, isTransient, ApiError } from './client.ts';
import { createIdempotentRunner } from './idempotencyKeys.ts';
import type { CallOperation } from './operations.ts';
import { t, type Label } from '../language/t.ts';

type ApiMutationOptions<A, I> = {
  /** The first elements of the query keys to refetch. */
  changes: readonly string[];
  /** The success notification, if any. */
  says?: Label | undefined | ((answer: A) => Label | undefined);
  /** The input that reverses the action, if it can be reversed. The notification then offers Undo. */
  undo?: (input: I, answer: A) => I | undefined;
  onDone?: (answer: A) => void;
  /** Called for a conflict with another edit; without it, a notification is shown. */
  onConflict?: ((conflict: EditConflict) => void) | undefined;
  /** True for forms: they show the error at the field instead of a notification. */
  showsErrorsItself?: boolean;
};

/**
 * Returns a mutation that sends its requests with idempotency keys, shows a notification, and refetches the changed
 * queries. A retry after a failure sends the same keys.
 */
export function useApiMutation<A, I = void>(
  act: (callApi: CallOperation, input: I) => Promise<A>,
  { changes, says, undo, onDone, onConflict, showsErrorsItself }: ApiMutationOptions<A, I>,
): UseMutationResult<A, Error, I> {
  const client = useQueryClient();
  const [once] = useState(createIdempotentRunner);
  const send = (input: I) => once((nextKey) => act(bindIdempotencyKeys(nextKey), input));
  const refetch = () => Promise.all(changes.map((first) => client.invalidateQueries({ queryKey: [first] })));
  const reverse = async (input: I) => {
    const isDone = await send(input).then(
      () => true,
      (error: unknown) => void notifications.show(errorNotification(error)),
    );
    void refetch();
    return isDone === true;
  };
  return useMutation({
    mutationFn: send,
    onSuccess: async (answer, input) => {
      const message = typeof says === 'function' ? says(answer) : says;
      const inverse = undo?.(input, answer);
      if (message && inverse !== undefined) void offerUndo(message, () => reverse(inverse));
      else if (message) notifications.show({ message, color: 'teal' });
      onDone?.(answer);
      await refetch();
    },
    onError: (error) => {
      const conflict = error instanceof ApiError ? error.conflict : undefined;
      if (conflict && onConflict) onConflict(conflict);
      else if (!showsErrorsItself) notifications.show(errorNotification(error));
    },
  });
}

async function offerUndo(message: Label, onUndo: () => Promise<boolean>): Promise<void> {
  const undo = await import('../components/undo.tsx').catch(() => undefined);
  if (undo) undo.notifyWithUndo(message, async () => (await onUndo()) && undo.notifyUndone());
  else notifications.show({ message, color: 'teal' });
}

const NOT_DONE = t('Your change may not have been saved. Check it, then try again.');

const ONCE = t('Try again later. The action runs only once.');

function errorNotification(error: unknown) {
  const { request_id, is_once } = error instanceof ApiError ? error : {};
  return {
    title: error instanceof Error ? error.message : String(error),
    message: [
      isTransient(error) && (is_once ? ONCE : NOT_DONE),
      request_id && t('Request {request_id}', { request_id }),
    ]
      .filter(Boolean)
      .join(' '),
    color: 'red',
    autoClose: 10_000,
  };
}
