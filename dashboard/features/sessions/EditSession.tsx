import { Textarea, TextInput } from '@mantine/core';
import { FormDialog } from '../../components/FormDialog.tsx';
import { useServerForm } from '../../hooks/useServerForm.ts';
import { useChangeSession, type Session } from './api.ts';
import { t } from '../../language/t.ts';

export function EditSession({ session, onClose }: { session: Session; onClose: () => void }) {
  const { mutateAsync } = useChangeSession(session.id, onClose);
  const form = useServerForm(
    {
      session_name: session.session_name ?? '',
      session_summary: session.session_summary ?? '',
      session_description: session.session_description ?? '',
    },
    (values) =>
      mutateAsync({
        session_name: values.session_name || null,
        session_summary: values.session_summary || null,
        session_description: values.session_description || null,
      }),
    { draft: `session ${session.id}` },
  );
  return (
    <FormDialog title={t('Edit session')} verb={t('Save')} onClose={onClose} form={form}>
      <TextInput data-autofocus {...form.field('session_name')} />
      <Textarea autosize minRows={3} maxRows={10} {...form.field('session_summary')} />
      <Textarea autosize minRows={3} maxRows={10} {...form.field('session_description')} />
    </FormDialog>
  );
}
