import { useQueryClient } from '@tanstack/react-query';
import { useRouter, type ErrorComponentProps } from '@tanstack/react-router';
import { ErrorState } from '../components/ErrorState.tsx';

/** The error boundary of pages, with a button to start again. */
export function PageError({ error, reset }: ErrorComponentProps) {
  const router = useRouter();
  const client = useQueryClient();
  const retry = () => {
    client.removeQueries({ predicate: ({ state }) => state.status === 'error' });
    reset();
    void router.invalidate();
  };
  return <ErrorState error={error instanceof Error ? error : new Error(String(error))} retry={retry} />;
}
