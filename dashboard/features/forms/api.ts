import { queryOptions } from '@tanstack/react-query';
import type { Form, FormCard, FormChanges, Submission } from '../../../src/features/forms/contract.ts';
import { ask } from '../../api/client.ts';
import type { QueryOf } from '../../api/operations.ts';
import { useAct } from '../../api/useAct.ts';
import { LIST, type Listed } from '../../components/list.ts';

export type { Form, FormCard, FormChanges, Submission };
export type FormList = Listed<FormCard> & { categories: readonly string[] };

/** Where forms stand: an account's own, the library as accounts see it, and as the staff does. */
export type Shelf = '/forms' | '/forms/library' | '/staff/forms';

export function formsQuery(shelf: Shelf, filter: QueryOf<`GET ${Shelf}`>) {
  return queryOptions({
    ...LIST,
    queryKey: ['forms', shelf, filter],
    queryFn: async ({ signal }): Promise<FormList> => {
      const { forms, ...page } = await ask(`GET ${shelf}`, { query: filter, signal });
      return { rows: forms, ...page };
    },
  });
}

export type OwnShelf = Exclude<Shelf, '/forms/library'>;

export function formQuery(shelf: OwnShelf, id: string) {
  return queryOptions({
    queryKey: ['forms', 'one', shelf, id],
    queryFn: ({ signal }) =>
      ask(shelf === '/forms' ? 'GET /form' : 'GET /staff/form', { query: { id }, signal }),
  });
}

export type FormInput = FormChanges & { name: string };

export function useSaveForm(shelf: OwnShelf, id: string | undefined, onDone: (form: Form) => void) {
  return useAct(
    (input: FormInput) =>
      id === undefined
        ? ask(`POST ${shelf}`, { body: input })
        : ask(`PUT ${shelf}`, { body: input, query: { id } }),
    { changes: ['forms'], says: 'Form saved', onDone, shows_errors_itself: true },
  );
}

export function useChangeForm(shelf: OwnShelf, says: string, onDone: () => void) {
  return useAct(
    ({ id, changes }: { id: string; changes: FormChanges }) =>
      ask(`PUT ${shelf}`, { body: changes, query: { id } }),
    { changes: ['forms'], says, onDone },
  );
}

export function useDeleteForm(onDone: () => void) {
  return useAct((id: string) => ask('DELETE /forms', { query: { id } }), {
    changes: ['forms'],
    says: 'Form deleted',
    onDone,
  });
}

export function useImportForm() {
  return useAct((template_id: string) => ask('POST /forms/library', { body: { template_id } }), {
    changes: ['forms'],
    says: ({ name }) => `${name} is among your forms now`,
  });
}

export function submissionsQuery(filter: QueryOf<'GET /submissions'>) {
  return queryOptions({
    ...LIST,
    queryKey: ['submissions', filter],
    queryFn: async ({ signal }): Promise<Listed<Submission>> => {
      const { submissions, ...page } = await ask('GET /submissions', { query: filter, signal });
      return { rows: submissions, ...page };
    },
  });
}
