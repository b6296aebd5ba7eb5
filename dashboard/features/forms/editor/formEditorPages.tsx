import { useQuery } from '@tanstack/react-query';
import { SkeletonBlock } from '../../../components/LoadingPlaceholder.tsx';
import { Page } from '../../../components/Page.tsx';
import { useQueryData } from '../../../hooks/useQueryData.tsx';
import { useUrlState } from '../../../hooks/useUrlState.ts';
import { formQuery, type EditableFormsPath } from '../api.ts';
import { FormEditor } from './FormEditor.tsx';
import { t } from '../../../language/t.ts';

export function FormEditorPage() {
  return <EditorPage path="/forms" />;
}

export function LibraryFormEditorPage() {
  return <EditorPage path="/staff/forms" />;
}

function EditorPage({ path }: { path: EditableFormsPath }) {
  const id = useUrlState().state['id'];
  return id === undefined ? <FormEditor path={path} /> : <EditForm path={path} id={id} />;
}

function EditForm({ path, id }: { path: EditableFormsPath; id: string }) {
  const query = useQuery(formQuery(path, id));
  const { placeholder } = useQueryData(query, <SkeletonBlock height={360} />);
  // The editor stays open after a failed refetch, so that no input is lost.
  if (query.data) return <FormEditor key={id} path={path} form={query.data} />;
  return <Page title={t('Form')}>{placeholder}</Page>;
}
