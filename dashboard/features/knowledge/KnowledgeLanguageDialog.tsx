import { useQuery } from '@tanstack/react-query';
import { FormDialog } from '../../components/FormDialog.tsx';
import { useServerForm } from '../../hooks/useServerForm.ts';
import { knowledgeLanguageQuery, useChangeKnowledgeLanguage } from './api.ts';
import { KnowledgeLanguageSelect } from './KnowledgeLanguageSelect.tsx';
import { t } from '../../language/t.ts';

export function KnowledgeLanguageDialog({ onClose }: { onClose: () => void }) {
  const { data } = useQuery(knowledgeLanguageQuery);
  const { mutateAsync } = useChangeKnowledgeLanguage();
  const form = useServerForm({ language: data?.language ?? 'english' }, async ({ language }) => {
    if (language !== data?.language) await mutateAsync(language);
    onClose();
  });
  return (
    <FormDialog title={t('Language of the documents')} verb={t('Save')} onClose={onClose} form={form}>
      <KnowledgeLanguageSelect form={form} />
    </FormDialog>
  );
}
