import { useQuery } from '@tanstack/react-query';
import { SkeletonBlock } from '../../../components/LoadingPlaceholder.tsx';
import { Page } from '../../../components/Page.tsx';
import { useQueryData } from '../../../hooks/useQueryData.tsx';
import { useUrlState } from '../../../hooks/useUrlState.ts';
import { formQuery, type OwnFormsPath } from '../api.ts';
import { Editor } from './Editor.tsx';
import { t } from '../../../language/t.ts';

export function FormEditorPage() {
  return <EditorPage path="/forms" />;
}

export function LibraryEditorPage() {
  return <EditorPage path="/staff/forms" />;
}

function EditorPage({ path }: { path: OwnFormsPath }) {
  const id = useUrlState().state['id'];
  return id === undefined ? <Editor path={path} /> : <EditForm path={path} id={id} />;
}

function EditForm({ path, id }: { path: OwnFormsPath; id: string }) {
  const query = useQuery(formQuery(path, id));
  const { placeholder } = useQueryData(query, <SkeletonBlock height={360} />);
  // Once it is open, nothing that fails takes away what was typed.
  if (query.data) return <Editor key={id} path={path} form={query.data} />;
  return <Page title={t('Form')}>{placeholder}</Page>;
}
