import '@mantine/core/styles/Alert.layer.css';
import { Alert, Autocomplete, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { FormDialog } from '../../components/FormDialog.tsx';
import { PdfPages } from '../../components/PdfPages.tsx';
import { useServerForm } from '../../hooks/useServerForm.ts';
import {
  collectionsQuery,
  knowledgeLanguageQuery,
  useChangeKnowledgeLanguage,
  type Collection,
  type KnowledgeLanguageCode,
} from './api.ts';
import { KnowledgeLanguageSelect } from './KnowledgeLanguageSelect.tsx';
import { useKnowledgeOwner } from './owner.ts';
import { isAcceptedDocument, browserKnowledgeLanguage, documentFileError } from './labels.ts';
import { t } from '../../language/t.ts';

/** The maximum number of PDFs that are previewed. */
const MOST_SHOWN = 3;
const isPdf = (file: File) => isAcceptedDocument(file) && /\.pdf$/i.test(file.name);

const FIRST_COLLECTION = t('General');

type UploadDialogProps = {
  files: readonly File[];
  /** The collection that the page is filtered by. */
  collection: string | undefined;
  onSend: (files: readonly File[], target: { collection: string }) => void;
  onClose: () => void;
};

/** The form for the collection and the language of the chosen files. */
export function UploadDialog(props: UploadDialogProps) {
  const owner = useKnowledgeOwner();
  const collections = useQuery(collectionsQuery(owner)).data?.collections;
  // The language is a setting of accounts; the platform has none.
  const hasLanguage = owner.path === '';
  const language = useQuery({ ...knowledgeLanguageQuery, enabled: hasLanguage }).data?.language;
  if (!collections || (hasLanguage && !language)) return null;
  return <UploadForm {...props} collections={collections} language={language} />;
}

type UploadFormProps = UploadDialogProps & {
  collections: readonly Collection[];
  language: KnowledgeLanguageCode | undefined;
};

/** Lists the files that cannot be uploaded. The dialog uploads only the others. */
function RefusedFiles({ files }: { files: readonly File[] }) {
  const refused = files.filter((file) => !isAcceptedDocument(file));
  if (refused.length === 0) return null;
  return (
    <Alert color="red" variant="light" role="alert">
      {refused.map((file) => (
        <div key={file.name}>{documentFileError(file)}</div>
      ))}
    </Alert>
  );
}

function UploadForm({ files, collection, collections, language, onSend, onClose }: UploadFormProps) {
  const change = useChangeKnowledgeLanguage();
  const isFirst = collections.every(({ documents }) => documents === 0);
  const start = {
    collection: collection ?? collections[0]?.name ?? FIRST_COLLECTION,
    language: (isFirst && browserKnowledgeLanguage()) || (language ?? 'english'),
  };
  const form = useServerForm(start, async (values) => {
    if (!files.some(isAcceptedDocument)) throw new Error(t('No valid files. Choose other files.'));
    if (language && values.language !== language) await change.mutateAsync(values.language);
    onSend(files.filter(isAcceptedDocument), { collection: values.collection.trim() || FIRST_COLLECTION });
    onClose();
  });
  return (
    <FormDialog
      title={t('Upload {count, plural, one {# document} other {# documents}}', { count: files.length })}
      verb={t('Upload')}
      onClose={onClose}
      form={form}
    >
      <Text size="sm" c="dimmed" lineClamp={3} style={{ overflowWrap: 'anywhere' }}>
        {files.map(({ name }) => name).join(', ')}
      </Text>
      {files
        .filter(isPdf)
        .slice(0, MOST_SHOWN)
        .map((file) => (
          <PdfPages key={file.name} source={file} name={file.name} />
        ))}
      <RefusedFiles files={files} />
      <Autocomplete
        description={t('Skills can be limited to collections. Enter a new name to create a collection.')}
        data={collections.map(({ name }) => name)}
        maxLength={200}
        {...form.field('collection')}
      />
      {language && <KnowledgeLanguageSelect form={form} />}
    </FormDialog>
  );
}
