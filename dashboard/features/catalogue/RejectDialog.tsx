import { Button, Group, Textarea } from '@mantine/core';
import { FormDialog } from '../../components/FormDialog.tsx';
import { useServerForm } from '../../hooks/useServerForm.ts';
import { useReview, type CatalogueEntry } from './api.ts';
import { t } from '../../language/t.ts';

const OFTEN = [
  t('The hands cover the part'),
  t('Too dark to see'),
  t('A step is missing'),
  t('Not our procedure any more'),
];

export function RejectDialog({ procedure, onClose }: { procedure: CatalogueEntry; onClose: () => void }) {
  const { mutateAsync } = useReview({ shows_errors_itself: true });
  const form = useServerForm({ notes: '' }, async ({ notes }) => {
    await mutateAsync({ procedure, review: { status: 'rejected', notes: notes.trim() || null } });
    onClose();
  });
  return (
    <FormDialog
      title={t('Reject {title}', { title: procedure.title })}
      verb={t('Reject')}
      isOpen
      onClose={onClose}
      form={form}
    >
      <Textarea
        description={t('It stays with the procedure, for whoever recorded it.')}
        autosize
        minRows={3}
        required
        data-autofocus
        {...form.field('notes')}
        label={t('What has to be better?')}
      />
      <Group gap={6}>
        {OFTEN.map((words) => (
          <Button
            key={words}
            size="compact-xs"
            variant="default"
            onClick={() => form.setFieldValue('notes', words)}
          >
            {words}
          </Button>
        ))}
      </Group>
    </FormDialog>
  );
}
