import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient, type UseMutationResult } from '@tanstack/react-query';
import { isPassing, Refusal } from './client.ts';
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

/** A mutation: sends it, shows a notice, and refetches what it changed. */
export function useAct<A, I = void>(
  act: (input: I) => Promise<A>,
  { changes, says, onDone, showsErrorsItself }: ActOptions<A>,
): UseMutationResult<A, Error, I> {
  const client = useQueryClient();
  return useMutation({
    mutationFn: act,
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

const NOT_DONE = t('It may not have been done: look, and try again a little later.');

function complaintOf(error: Error) {
  const request_id = error instanceof Refusal ? error.request_id : undefined;
  return {
    title: error.message,
    message: [isPassing(error) && NOT_DONE, request_id && t('Request {request_id}', { request_id })]
      .filter(Boolean)
      .join(' '),
    color: 'red',
    autoClose: 10_000,
  };
}
