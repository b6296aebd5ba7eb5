import { queryOptions } from '@tanstack/react-query';
import type { Form, FormCard, FormChanges } from '../../../src/features/forms/contract.ts';
import type { Submission } from '../../../src/features/forms/submissions/contract.ts';
import { callApi } from '../../api/client.ts';
import type { OperationBody, OperationQuery } from '../../api/operations.ts';
import { useApiMutation } from '../../api/useApiMutation.ts';
import type { RecordSource } from '../../components/picker/source.ts';
import { LIST_QUERY_OPTIONS, toListPage } from '../../api/list.ts';
import { t, verbatim, type Label } from '../../language/t.ts';

export type { Form, FormCard, FormChanges, Submission };

/** The path of a list of forms: forms of the account, the library for accounts, or the library for staff. */
export type FormsPath = '/forms' | '/forms/library' | '/staff/forms';

export function formsQuery(path: FormsPath, filter: OperationQuery<`GET ${FormsPath}`>) {
  return queryOptions({
    ...LIST_QUERY_OPTIONS,
    queryKey: ['forms', path, filter],
    queryFn: ({ signal }) => toListPage('forms', callApi(`GET ${path}`, { query: filter, signal })),
  });
}

/** Returns the forms of a list, for a picker. */
export function formSource(path: EditableFormsPath): RecordSource {
  return {
    key: ['forms', path, 'choice'],
    read: async ({ search, ids, limit }, signal) => {
      const query = ids === undefined ? { search, limit } : { form_ids: ids, limit };
      const { forms, total } = await callApi(`GET ${path}`, { query, signal });
      const options = forms.map(({ id, name, category }) => ({
        value: id,
        label: verbatim(name),
        ...(category !== null && { detail: category }),
      }));
      return { options, total };
    },
  };
}

export type EditableFormsPath = Exclude<FormsPath, '/forms/library'>;

export function formQuery(path: EditableFormsPath, id: string) {
  return queryOptions({
    queryKey: ['forms', 'one', path, id],
    queryFn: ({ signal }) =>
      callApi(path === '/forms' ? 'GET /form' : 'GET /staff/form', { query: { id }, signal }),
  });
}

type FormSave<P extends EditableFormsPath> = {
  edit: OperationBody<`PUT ${P}`>;
  form: OperationBody<`POST ${P}`>;
};

export function useSaveForm(path: EditableFormsPath, id: string | undefined, onDone: (form: Form) => void) {
  return useApiMutation(
    (callApi, { edit, form }: FormSave<EditableFormsPath>) =>
      id === undefined
        ? callApi(`POST ${path}`, { body: form })
        : callApi(`PUT ${path}`, { body: edit, query: { id } }),
    { changes: ['forms'], says: t('Form saved'), onDone, showsErrorsItself: true },
  );
}

export function useChangeForm(path: EditableFormsPath, says: Label, onDone: () => void) {
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

export function useImportLibraryForm() {
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
    ...LIST_QUERY_OPTIONS,
    queryKey: ['submissions', filter],
    queryFn: ({ signal }) =>
      toListPage('submissions', callApi('GET /submissions', { query: filter, signal })),
  });
}
