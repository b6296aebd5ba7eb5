import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient, type UseMutationResult } from '@tanstack/react-query';
import { useState } from 'react';
import { bindIdempotencyKeys, isTransient, ApiError } from './client.ts';
import { createKeyedRunner } from './idempotencyKeys.ts';
import type { CallOperation } from './operations.ts';
import { t } from '../language/t.ts';

type ActOptions<A> = {
  /** The first words of the query keys to refetch. */
  changes: readonly string[];
  /** The notice of success, if any. */
  says?: string | ((answer: A) => string);
  onDone?: (answer: A) => void;
  /** For forms, which show the message at its field. */
  showsErrorsItself?: boolean;
};

/**
 * A mutation: sends requests with the `callApi` of its act, shows a notice, and refetches what it changed. A retry after a
 * failure is the same act and sends the same idempotency keys.
 */
export function useApiMutation<A, I = void>(
  act: (callApi: CallOperation, input: I) => Promise<A>,
  { changes, says, onDone, showsErrorsItself }: ActOptions<A>,
): UseMutationResult<A, Error, I> {
  const client = useQueryClient();
  const [once] = useState(createKeyedRunner);
  return useMutation({
    mutationFn: (input: I) => once((nextKey) => act(bindIdempotencyKeys(nextKey), input)),
    onSuccess: async (answer) => {
      const message = typeof says === 'function' ? says(answer) : says;
      if (message) notifications.show({ message, color: 'teal' });
      onDone?.(answer);
      await Promise.all(changes.map((first) => client.invalidateQueries({ queryKey: [first] })));
    },
    onError: (error) => {
      if (!showsErrorsItself) notifications.show(complaintOf(error));
    },
  });
}

const NOT_DONE = t('Your change may not have been saved. Check it, then try again.');

const ONCE = t('Try again later. The action runs only once.');

function complaintOf(error: Error) {
  const { request_id, is_once } = error instanceof ApiError ? error : {};
  return {
    title: error.message,
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
