import { queryOptions } from '@tanstack/react-query';
import type { Form, FormCard, FormChanges } from '../../../src/features/forms/contract.ts';
import type { Submission } from '../../../src/features/forms/submissions/contract.ts';
import { callApi } from '../../api/client.ts';
import type { OperationQuery } from '../../api/operations.ts';
import { useApiMutation } from '../../api/useApiMutation.ts';
import { LIST, type ListPageData } from '../../api/list.ts';
import { t } from '../../language/t.ts';

export type { Form, FormCard, FormChanges, Submission };
export type FormList = ListPageData<FormCard> & { categories: readonly string[] };

/** The path of a list of forms: an account's own, the library for accounts, the library for staff. */
export type FormsPath = '/forms' | '/forms/library' | '/staff/forms';

export function formsQuery(path: FormsPath, filter: OperationQuery<`GET ${FormsPath}`>) {
  return queryOptions({
    ...LIST,
    queryKey: ['forms', path, filter],
    queryFn: async ({ signal }): Promise<FormList> => {
      const { forms, ...page } = await callApi(`GET ${path}`, { query: filter, signal });
      return { rows: forms, ...page };
    },
  });
}

export type OwnFormsPath = Exclude<FormsPath, '/forms/library'>;

export function formQuery(path: OwnFormsPath, id: string) {
  return queryOptions({
    queryKey: ['forms', 'one', path, id],
    queryFn: ({ signal }) =>
      callApi(path === '/forms' ? 'GET /form' : 'GET /staff/form', { query: { id }, signal }),
  });
}

export type FormInput = FormChanges & { name: string };

export function useSaveForm(path: OwnFormsPath, id: string | undefined, onDone: (form: Form) => void) {
  return useApiMutation(
    (callApi, input: FormInput) =>
      id === undefined
        ? callApi(`POST ${path}`, { body: input })
        : callApi(`PUT ${path}`, { body: input, query: { id } }),
    { changes: ['forms'], says: t('Form saved'), onDone, showsErrorsItself: true },
  );
}

export function useChangeForm(path: OwnFormsPath, says: string, onDone: () => void) {
  return useApiMutation(
    (callApi, { id, changes }: { id: string; changes: FormChanges }) =>
      callApi(`PUT ${path}`, { body: changes, query: { id } }),
    { changes: ['forms'], says, onDone },
  );
}

export function useDeleteForm(onDone: () => void) {
  return useApiMutation((callApi, id: string) => callApi('DELETE /forms', { query: { id } }), {
    changes: ['forms'],
    says: t('Form deleted'),
    onDone,
  });
}

export function useImportForm() {
  return useApiMutation(
    (callApi, template_id: string) => callApi('POST /forms/library', { body: { template_id } }),
    {
      changes: ['forms'],
      says: ({ name }) => t('{name} was added to your forms', { name }),
    },
  );
}

export function submissionsQuery(filter: OperationQuery<'GET /submissions'>) {
  return queryOptions({
    ...LIST,
    queryKey: ['submissions', filter],
    queryFn: async ({ signal }): Promise<ListPageData<Submission>> => {
      const { submissions, ...page } = await callApi('GET /submissions', { query: filter, signal });
      return { rows: submissions, ...page };
    },
  });
}
