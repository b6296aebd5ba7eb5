import { useQuery } from '@tanstack/react-query';
import { FormDialog } from '../../components/FormDialog.tsx';
import { useServerForm } from '../../hooks/useServerForm.ts';
import { languageQuery, useChangeLanguage } from './api.ts';
import { LanguageSelect } from './LanguageSelect.tsx';
import { t } from '../../language/t.ts';

export function LanguageDialog({ onClose }: { onClose: () => void }) {
  const { data } = useQuery(languageQuery);
  const { mutateAsync } = useChangeLanguage();
  const form = useServerForm({ language: data?.language ?? 'english' }, async ({ language }) => {
    if (language !== data?.language) await mutateAsync(language);
    onClose();
  });
  return (
    <FormDialog title={t('Language of the documents')} verb={t('Save')} isOpen onClose={onClose} form={form}>
      <LanguageSelect form={form} />
    </FormDialog>
  );
}
