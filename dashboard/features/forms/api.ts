import { queryOptions } from '@tanstack/react-query';
import type { Form, FormCard, FormChanges } from '../../../src/features/forms/contract.ts';
import type { Submission } from '../../../src/features/forms/submissions/contract.ts';
import { ask } from '../../api/client.ts';
import type { QueryOf } from '../../api/operations.ts';
import { useAct } from '../../api/useAct.ts';
import { LIST, type Listed } from '../../api/list.ts';
import { t } from '../../language/t.ts';

export type { Form, FormCard, FormChanges, Submission };
export type FormList = Listed<FormCard> & { categories: readonly string[] };

/** The path of a list of forms: an account's own, the library for accounts, the library for staff. */
export type FormsPath = '/forms' | '/forms/library' | '/staff/forms';

export function formsQuery(path: FormsPath, filter: QueryOf<`GET ${FormsPath}`>) {
  return queryOptions({
    ...LIST,
    queryKey: ['forms', path, filter],
    queryFn: async ({ signal }): Promise<FormList> => {
      const { forms, ...page } = await ask(`GET ${path}`, { query: filter, signal });
      return { rows: forms, ...page };
    },
  });
}

export type OwnFormsPath = Exclude<FormsPath, '/forms/library'>;

export function formQuery(path: OwnFormsPath, id: string) {
  return queryOptions({
    queryKey: ['forms', 'one', path, id],
    queryFn: ({ signal }) =>
      ask(path === '/forms' ? 'GET /form' : 'GET /staff/form', { query: { id }, signal }),
  });
}

export type FormInput = FormChanges & { name: string };

export function useSaveForm(path: OwnFormsPath, id: string | undefined, onDone: (form: Form) => void) {
  return useAct(
    (ask, input: FormInput) =>
      id === undefined
        ? ask(`POST ${path}`, { body: input })
        : ask(`PUT ${path}`, { body: input, query: { id } }),
    { changes: ['forms'], says: t('Form saved'), onDone, showsErrorsItself: true },
  );
}

export function useChangeForm(path: OwnFormsPath, says: string, onDone: () => void) {
  return useAct(
    (ask, { id, changes }: { id: string; changes: FormChanges }) =>
      ask(`PUT ${path}`, { body: changes, query: { id } }),
    { changes: ['forms'], says, onDone },
  );
}

export function useDeleteForm(onDone: () => void) {
  return useAct((ask, id: string) => ask('DELETE /forms', { query: { id } }), {
    changes: ['forms'],
    says: t('Form deleted'),
    onDone,
  });
}

export function useImportForm() {
  return useAct((ask, template_id: string) => ask('POST /forms/library', { body: { template_id } }), {
    changes: ['forms'],
    says: ({ name }) => t('{name} is among your forms now', { name }),
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
