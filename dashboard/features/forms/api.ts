import { queryOptions } from '@tanstack/react-query';
import type {
  CardPage,
  Form,
  FormCard,
  FormChanges,
  Submission,
  SubmissionPage,
} from '../../../src/features/forms/contract.ts';
import { consoleClient, type Query } from '../../api/client.ts';
import { useAct } from '../../api/useAct.ts';
import { LIST, type Listed } from '../../components/list.ts';

export type { Form, FormCard, FormChanges, Submission };
export type FormList = Listed<FormCard> & { categories: readonly string[] };

/** Where forms stand: an account's own, the library as accounts see it, and as the staff does. */
export type Shelf = '/forms' | '/forms/library' | '/staff/forms';

export function formsQuery(shelf: Shelf, filter: Query) {
  return queryOptions({
    ...LIST,
    queryKey: ['forms', shelf, filter],
    queryFn: async ({ signal }): Promise<FormList> => {
      const { forms, ...page } = await consoleClient.get<CardPage>(shelf, filter, signal);
      return { rows: forms, ...page };
    },
  });
}

export type OwnShelf = Exclude<Shelf, '/forms/library'>;

export function formQuery(shelf: OwnShelf, id: string) {
  return queryOptions({
    queryKey: ['forms', 'one', shelf, id],
    queryFn: ({ signal }) =>
      consoleClient.get<Form>(shelf === '/forms' ? '/form' : '/staff/form', { id }, signal),
  });
}

export type FormInput = FormChanges & { name: string };

export function useSaveForm(shelf: OwnShelf, id: string | undefined, onDone: (form: Form) => void) {
  return useAct(
    (input: FormInput) =>
      id === undefined
        ? consoleClient.post<Form>(shelf, input)
        : consoleClient.put<Form>(shelf, input, { id }),
    { changes: ['forms'], says: 'Form saved', onDone, shows_errors_itself: true },
  );
}

export function useChangeForm(shelf: OwnShelf, says: string, onDone: () => void) {
  return useAct(
    ({ id, changes }: { id: string; changes: FormChanges }) =>
      consoleClient.put<Form>(shelf, changes, { id }),
    { changes: ['forms'], says, onDone },
  );
}

export function useDeleteForm(onDone: () => void) {
  return useAct((id: string) => consoleClient.delete('/forms', { id }), {
    changes: ['forms'],
    says: 'Form deleted',
    onDone,
  });
}

export function useImportForm() {
  return useAct((template_id: string) => consoleClient.post<Form>('/forms/library', { template_id }), {
    changes: ['forms'],
    says: ({ name }) => `${name} is among your forms now`,
  });
}

export function submissionsQuery(filter: Query) {
  return queryOptions({
    ...LIST,
    queryKey: ['submissions', filter],
    queryFn: async ({ signal }): Promise<Listed<Submission>> => {
      const { submissions, ...page } = await consoleClient.get<SubmissionPage>(
        '/submissions',
        filter,
        signal,
      );
      return { rows: submissions, ...page };
    },
  });
}
