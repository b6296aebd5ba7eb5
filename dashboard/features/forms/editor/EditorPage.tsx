import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { ErrorState } from '../../../components/ErrorState.tsx';
import { Page } from '../../../components/Page.tsx';
import { useUrl } from '../../../components/useUrl.ts';
import { formQuery, type OwnShelf } from '../api.ts';
import { Editor } from './Editor.tsx';

export function FormEditorPage() {
  return <EditorPage shelf="/forms" />;
}

export function LibraryEditorPage() {
  return <EditorPage shelf="/staff/forms" />;
}

function EditorPage({ shelf }: { shelf: OwnShelf }) {
  const id = useUrl().state['id'];
  return id === undefined ? <Editor shelf={shelf} /> : <EditForm shelf={shelf} id={id} />;
}

function EditForm({ shelf, id }: { shelf: OwnShelf; id: string }) {
  const { data, error, refetch } = useQuery(formQuery(shelf, id));
  if (data) return <Editor key={id} shelf={shelf} form={data} />;
  return (
    <Page title="Form">
      {error ? (
        <ErrorState error={error} retry={() => void refetch()} />
      ) : (
        <Skeleton height={360} radius="md" role="status" aria-label="Loading" />
      )}
    </Page>
  );
}
