import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { ErrorState } from '../../../components/ErrorState.tsx';
import { Page } from '../../../components/Page.tsx';
import { useUrl } from '../../../components/useUrl.ts';
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
  const id = useUrl().state['id'];
  return id === undefined ? <Editor path={path} /> : <EditForm path={path} id={id} />;
}

function EditForm({ path, id }: { path: OwnFormsPath; id: string }) {
  const { data, error, refetch } = useQuery(formQuery(path, id));
  if (data) return <Editor key={id} path={path} form={data} />;
  return (
    <Page title={t('Form')}>
      {error ? (
        <ErrorState error={error} retry={() => void refetch()} />
      ) : (
        <Skeleton height={360} radius="md" role="status" aria-label={t('Loading')} />
      )}
    </Page>
  );
}
